import { useProject } from '../app/current.tsx';
import { Page } from '../kit/page/index.ts';
import { AuditGrid } from './AuditGrid.tsx';

/** What was changed in the project, by whom. */
export function LogPage() {
  const project = useProject();
  return (
    <Page title="Log" note="Operations" layout="fill">
      <AuditGrid source={{ of: 'project', projectId: project.id }} timeZone={project.timeZone} />
    </Page>
  );
}
