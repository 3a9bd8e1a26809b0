import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { LogGrid } from './LogGrid.tsx';

const AuditGrid = lazy(async () => ({ default: (await import('../audit/index.ts')).AuditGrid }));

const TABS = [
  { value: 'device', label: 'Devices' },
  { value: 'operation', label: 'Operations' },
  { value: 'system', label: 'System' },
] as const;

/** Shows the device log, the audit records of the project and the system log as tabs. */
export function LogPage() {
  const project = useProject();
  const { search, set } = useUrlState();
  const tab = TABS.find(({ value }) => value === search.tab)?.value ?? 'device';
  const tools = (
    <SegmentedControl
      size="xs"
      aria-label="Log views"
      value={tab}
      data={[...TABS]}
      onChange={(value) =>
        set({
          tab: value === 'device' ? undefined : value,
          open: undefined,
          sort: undefined,
          filter: undefined,
        })
      }
    />
  );
  if (tab !== 'operation') return <LogGrid key={tab} kind={tab} tools={tools} />;
  return (
    <Page title="Log" layout="fill" tools={tools}>
      <Suspense fallback={<PageLoading />}>
        <AuditGrid source={{ of: 'project', projectId: project.id }} timeZone={project.timeZone} />
      </Suspense>
    </Page>
  );
}
