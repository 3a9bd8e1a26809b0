import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/current.tsx';
import { q } from '../../kit/api/index.ts';
import { type RangeState, useSeries } from '../../kit/charts/index.ts';
import { ApplicationFlow } from './ApplicationFlow.tsx';

const NOBODY_COUNTS =
  'No device of this project reports which applications its clients use, so there is nothing to show: a gateway that counts them does, and their flow appears here within a minute after it is online.';

/** What the clients of a project used the internet for. */
export function ProjectFlow({ range }: { readonly range: RangeState }) {
  const project = useProject();
  const params = { projectId: project.id };
  const devices = useQuery(q('deviceList', { params }));
  const state = useSeries(
    q('projectSeries', { params, query: { metrics: 'applications', ...range.query } }),
    range,
  );
  const counts = devices.data?.items.some(({ features }) => features.includes('application-flow'));
  return (
    <ApplicationFlow
      state={state}
      subject={project.name}
      absent={counts === false ? NOBODY_COUNTS : undefined}
    />
  );
}
