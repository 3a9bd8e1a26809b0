import { type Device, findDeviceMetric, type Series } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT, formatBitRate, formatCount } from '../../kit/format/index.ts';
import { hasStaleData } from '../../devices/index.ts';
import { PATHS } from '../../paths.ts';
import { buildSparkPath, SPARK_HEIGHT, SPARK_WIDTH } from '../../kit/spark-path.ts';
import classes from './sparklines.module.css';

/** A range long enough to compare days; shorter data fill the width. */
const RANGE = '72h';
const METRICS = ['clients', 'download', 'cpu'] as const;
const LABELS: Readonly<Record<string, string>> = { clients: 'Clients', download: 'Download', cpu: 'CPU' };
const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  clients: (value) => formatCount(Math.round(value)),
  download: formatBitRate,
  cpu: (value) => `${Math.round(value)}%`,
};

/**
 * Shows clients, download and CPU of a device in the last 72 h, each as a small line with its maximum. Each
 * line links to its history.
 */
export function DeviceSparklines({ device }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const found = useQuery(
    createQuery('deviceSeries', {
      params: { projectId },
      query: { devices: device.id, metrics: METRICS.join(','), range: RANGE },
    }),
  );
  const shown = (found.data?.series ?? []).filter(({ values }) => values.some((value) => value !== null));
  if (shown.length === 0) return null;
  return (
    <ul className={`grid gap-8 below ${classes['sparklines']}`} aria-label="Last 72 h">
      {shown.map((series) => (
        <li key={series.metric}>
          <Sparkline series={series} device={device} />
        </li>
      ))}
    </ul>
  );
}

function Sparkline({ device, series }: { readonly series: Series; readonly device: Device }) {
  const { metric, values } = series;
  const known = values.filter((value) => value !== null);
  // The series ends with a mean; lists and panel show the last report. The figures of a device without reports
  // are old, so that the tile shows no present value.
  const reported = { clients: device.clientCount, cpu: device.cpuPercent }[metric] ?? known.at(-1);
  const latest = hasStaleData(device) ? undefined : reported;
  const highest = Math.max(...known, latest ?? 0);
  const top = findDeviceMetric(metric)?.unit === 'percent' ? 100 : highest;
  const format = FORMATS[metric] ?? String;
  const first = values.findIndex((value) => value !== null);
  return (
    <Link
      to={PATHS.deviceData}
      search={{ devices: device.id }}
      className={`column gap-2 round unlinked ${classes['sparkline']}`}
    >
      <span className="mut small nowrap">{LABELS[metric] ?? metric}</span>
      <b className={`ink bold nowrap ${classes['latest']}`}>
        {latest === undefined ? ABSENT : format(latest)}
      </b>
      <svg viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.5}
          d={buildSparkPath(values.slice(first), top)}
        />
      </svg>
      <span className="mut small nowrap">max {format(highest)}</span>
    </Link>
  );
}
