import { KIND_LABELS, type Project, type ProjectStatus } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KindIcon } from '../devices/index.ts';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { Chart, ChartsProvider, type Line, useRange, useSeries } from '../kit/charts/index.ts';
import { formatCount } from '../kit/format/index.ts';
import { Card } from '../kit/page/index.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { PATHS } from '../paths.ts';
import { ShareBar } from '../ui/ShareBar.tsx';
import classes from './projects.module.css';

const TRAFFIC: readonly Line[] = [
  { metric: 'download', label: 'Download' },
  { metric: 'upload', label: 'Upload' },
];
/** Height of the chart (px), beside the map and the alarms and on a phone. */
const CHART_HEIGHT = 320;
const CHART_HEIGHT_PHONE = 210;

/** Traffic and devices by type of the selected project. */
export function ProjectNow({ project }: { readonly project: Project }) {
  const params = { projectId: project.id };
  const isPhone = useIsPhone();
  const range = useRange();
  const series = useSeries(
    createQuery('projectSeries', { params, query: { metrics: 'download,upload', ...range.query } }),
    range,
  );
  const status = useQuery(createQuery('projectStatus', { params }));
  return (
    <div className={`grid gap-12 ${classes['now']}`}>
      <ChartsProvider range={range} timeZone={project.timeZone}>
        <Chart
          title={`Traffic, ${project.name}`}
          unit="bitsPerSecond"
          lines={TRAFFIC}
          state={series}
          subject={project.name}
          height={isPhone ? CHART_HEIGHT_PHONE : CHART_HEIGHT}
          empty="Data appears within 2 min after the first device comes online."
        />
      </ChartsProvider>
      <Card
        title={`Devices, ${project.name}`}
        aside={
          <Link to={PATHS.devices} search={{ project: project.id }} className="plain">
            Show all
          </Link>
        }
      >
        {status.error && !status.data ? (
          <p className="mut">{toErrorSentence(status.error)}</p>
        ) : status.data ? (
          <DeviceKinds projectId={project.id} kinds={status.data.devices.byKind} />
        ) : (
          <Skeleton height={120} />
        )}
      </Card>
    </div>
  );
}

/** Kinds whose type in the device list names the role too, so that one filter cannot select them. */
const KINDS_WITH_ROLES: ReadonlySet<string> = new Set(['wrouter', 'mesh', 'cpe']);

interface DeviceKindsProps {
  readonly projectId: number;
  readonly kinds: ProjectStatus['devices']['byKind'];
}

function DeviceKinds({ kinds, projectId }: DeviceKindsProps) {
  return (
    <ul className="grid gap-10">
      {kinds.map(({ kind, online, total }) => (
        <li key={kind}>
          <Link
            to={PATHS.devices}
            search={{
              project: projectId,
              ...(!KINDS_WITH_ROLES.has(kind) && { filter: `Type = ${KIND_LABELS[kind]}` }),
            }}
            className={`row gap-10 unlinked touch ${classes['kindRow']}`}
          >
            <KindIcon kind={kind} />
            <span className="grow shrink-x underline-inside">{KIND_LABELS[kind]}</span>
            <ShareBar share={total === 0 ? 0 : online / total} isHigh={online < total} />
            <span className={online < total ? 'warn nowrap' : 'nowrap'}>
              {formatCount(online)} / {formatCount(total)} online
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
