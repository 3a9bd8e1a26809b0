import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { type RangeState, useSeries } from '../../kit/charts/index.ts';
import { ApplicationFlow } from './ApplicationFlow.tsx';

const NOT_REPORTED =
  'No device of this project reports traffic by application. The traffic appears here when a gateway that reports it is online.';

/** Shows the internet traffic of a project by application. */
export function ProjectFlow({ range }: { readonly range: RangeState }) {
  const project = useProject();
  const params = { projectId: project.id };
  const devices = useQuery(createQuery('deviceList', { params }));
  const state = useSeries(
    createQuery('projectSeries', { params, query: { metrics: 'applications', ...range.query } }),
    range,
  );
  const counts = devices.data?.items.some(({ features }) => features.includes('application-flow'));
  return (
    <ApplicationFlow
      state={state}
      subject={project.name}
      absent={counts === false ? NOT_REPORTED : undefined}
    />
  );
}
