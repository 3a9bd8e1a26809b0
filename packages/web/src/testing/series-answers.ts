import {
  type ChartEvent,
  CLIENT_METRICS,
  computeChartWindow,
  getRequestedWindow,
  PROJECT_FAMILIES,
  parseMetricPart,
  type SeriesAnswer,
} from '@northlight/contract';
import type { Answers } from './answers.ts';

interface Request {
  readonly metric: string;
  readonly deviceId?: string;
}

/** Returns a figure at the start of a step (s since 1970); null for a step without a report. */
export type Figure = (at: number, request: Request) => number | null;

interface ChartSource {
  /** Figures of all series; a wave from 15 to 25 by default. */
  readonly figure?: Figure;
  /** Names of the series that a project answers for a family of metrics. */
  readonly families?: Partial<Record<keyof typeof PROJECT_FAMILIES, readonly string[]>>;
  readonly events?: readonly ChartEvent[];
}

const PERIOD_SECONDS = 3 * 3600;
const drawWave: Figure = (at) => Math.round(10 * (20 + 5 * Math.sin(at / PERIOD_SECONDS))) / 10;

/** Answers for the charts of devices, projects and clients, in the window and with the step of each request. */
export function createSeriesAnswers({
  events = [],
  families = {},
  figure = drawWave,
}: ChartSource = {}): Answers {
  const listSeries = (metric: string): readonly string[] => {
    if (!isFamily(metric)) return [metric];
    const names = families[metric] ?? [];
    const parts = metric === 'applications' ? names.flatMap((name) => [`${name}/rx`, `${name}/tx`]) : names;
    return parts.map((part) => `${PROJECT_FAMILIES[metric]}${part}`);
  };
  return {
    deviceSeries: ({ query }) =>
      drawSeries(
        query,
        query.devices.flatMap((deviceId) => query.metrics.map((metric) => ({ deviceId, metric }))),
        figure,
      ),
    projectSeries: ({ query }) =>
      drawSeries(
        query,
        query.metrics.flatMap(listSeries).map((metric) => ({ metric })),
        figure,
      ),
    clientSeries: ({ query }) =>
      drawSeries(
        query,
        (query.metrics ?? CLIENT_METRICS).map((metric) => ({ metric })),
        figure,
      ),
    chartEvents: { items: [...events] },
  };
}

const isFamily = (metric: string): metric is keyof typeof PROJECT_FAMILIES =>
  Object.keys(PROJECT_FAMILIES).includes(metric);

function drawSeries(
  query: Parameters<typeof getRequestedWindow>[0],
  requests: readonly Request[],
  figure: Figure,
): SeriesAnswer {
  const { from, step, to } = computeChartWindow(getRequestedWindow(query), Date.now() / 1000);
  const times = Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
  return {
    from: new Date(from * 1000).toISOString(),
    to: new Date(to * 1000).toISOString(),
    stepSeconds: step,
    series: requests.map((request) => {
      const values = times.map((at) => figure(at, request));
      return { ...request, values, ...sumBytes(request, values, step) };
    }),
  };
}

/** Returns the bytes of a window for the series of an application, whose values are bit/s. */
function sumBytes(
  { metric }: Request,
  values: readonly (number | null)[],
  step: number,
): { readonly total?: number } {
  const known = values.filter((value) => value !== null);
  if (parseMetricPart(metric)?.kind !== 'application' || known.length === 0) return {};
  return { total: known.reduce((sum, value) => sum + (value * step) / 8, 0) };
}
