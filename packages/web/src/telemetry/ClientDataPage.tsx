import type { SeriesAnswer } from '@northlight/contract';
import { formatBand, PROJECT_FAMILIES, findProjectMetric } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import {
  Chart,
  ChartsProvider,
  type Line,
  RangeControl,
  type RangeState,
  useRange,
  useSeries,
} from '../kit/charts/index.ts';
import { Page } from '../kit/page/index.ts';
import { ClientsNow } from './ClientsNow.tsx';
import { ChartGrid } from './parts.tsx';
import { useChartEvents } from './use-chart-events.ts';

// Loads this part in parallel with the first charts.
const ProjectFlow = lazy(async () => ({ default: (await import('./flow/ProjectFlow.tsx')).ProjectFlow }));

const EventList = lazy(async () => ({ default: (await import('./EventList.tsx')).EventList }));

const METRICS = ['clients', 'wired', 'bands', 'ssids', 'download', 'upload'].join(',');
/** Maximum number of lines in one chart, so that each has its name at its end. */
const MAX_LINES = 6;
const EMPTY = 'Data appears within 1 min after the first client joins.';

/** Shows the current distribution of the project's clients, then the clients over time (specification §2). */
export function ClientDataPage() {
  const { timeZone } = useProject();
  const range = useRange();
  const { events, marks } = useChartEvents(range);
  return (
    <Page title="Client Data" tools={<RangeControl range={range} timeZone={timeZone} />}>
      <ClientsNow />
      <ChartsProvider range={range} timeZone={timeZone} marks={marks}>
        <ClientHistory range={range} />
        <Suspense fallback={<Skeleton height={180} />}>
          <ProjectFlow range={range} />
        </Suspense>
      </ChartsProvider>
      <Suspense>
        <EventList events={events} />
      </Suspense>
    </Page>
  );
}

const nameBands = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, label: formatBand(line.label) }));

const buildLines = (...metrics: readonly string[]): Line[] =>
  metrics.map((metric) => ({ metric, label: findProjectMetric(metric)?.title ?? metric }));
const CLIENTS = buildLines('clients', 'wired').map((line) =>
  line.metric === 'clients' ? { ...line, label: 'All clients' } : line,
);
const TRAFFIC = buildLines('download', 'upload');

function ClientHistory({ range }: { readonly range: RangeState }) {
  const project = useProject();
  const state = useSeries(
    createQuery('projectSeries', {
      params: { projectId: project.id },
      query: { metrics: METRICS, ...range.query },
    }),
    range,
  );
  const bands = useMemo(
    () => nameBands(listFamilyLines(state.answer, PROJECT_FAMILIES.bands)),
    [state.answer],
  );
  const ssids = useMemo(() => listFamilyLines(state.answer, PROJECT_FAMILIES.ssids), [state.answer]);
  const shared = { state, subject: project.name, empty: EMPTY };
  return (
    <ChartGrid>
      <Chart title="Clients" unit="count" lines={CLIENTS} {...shared} />
      <Chart
        title="Traffic"
        unit="bitsPerSecond"
        lines={TRAFFIC}
        {...shared}
        empty="Traffic appears within 1 min after the first reports. In a project without a gateway, it is the traffic of the top devices."
      />
      <Chart title="Clients by band" unit="count" lines={bands} {...shared} />
      <Chart title="Clients by SSID" unit="count" lines={ssids} {...shared} />
    </ChartGrid>
  );
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/**
 * Returns the lines of a metric family: those with the most clients, sorted by name, and the sum of all
 * others.
 */
function listFamilyLines(answer: SeriesAnswer | undefined, prefix: string): Line[] {
  const metrics = (answer?.series ?? [])
    .filter(({ metric }) => metric.startsWith(prefix))
    .toSorted((a, b) => sum(b.values) - sum(a.values))
    .map(({ metric }) => metric);
  const single = metrics.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
  const rest = metrics.slice(single);
  return [
    ...buildLines(...metrics.slice(0, single)).sort((a, b) =>
      a.label.localeCompare(b.label, 'en', { numeric: true }),
    ),
    ...(rest.length > 0 ? [{ metric: rest, label: `${rest.length} others` }] : []),
  ];
}
