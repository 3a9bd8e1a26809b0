import { CLIENT_METRICS, findClientMetric, type OnlineClient } from '@northlight/contract';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { Chart, ChartsProvider, type Line, RangeControl, useRange, useSeries } from '../kit/charts/index.ts';

const EMPTY = 'Data appears within 1 min after the client joins.';
const buildLine = (metric: string): Line => ({ metric, label: findClientMetric(metric)?.title ?? metric });
const SIGNAL = [buildLine('signal')];
const TRAFFIC = [buildLine('download'), buildLine('upload')];

/** Charts of the signal and traffic of one client. */
export function ClientCharts({ client }: { readonly client: OnlineClient }) {
  const project = useProject();
  const range = useRange();
  const { mac } = client;
  const state = useSeries(
    createQuery('clientSeries', {
      params: { projectId: project.id, mac },
      query: { metrics: CLIENT_METRICS.join(','), ...range.query },
    }),
    range,
  );
  const shared = { state, subject: client.name || mac, empty: EMPTY, within: 'section' } as const;
  return (
    <ChartsProvider range={range} timeZone={project.timeZone}>
      <RangeControl range={range} timeZone={project.timeZone} compact />
      {client.band !== undefined && <Chart title="Signal over time" unit="dBm" lines={SIGNAL} {...shared} />}
      <Chart title="Traffic over time" unit="bitsPerSecond" lines={TRAFFIC} {...shared} />
    </ChartsProvider>
  );
}
