import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { macAddress, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { createWholeListSchema } from '../kit/page.ts';
import { chartEvent } from './chart-events.ts';
import { CLIENT_METRICS, findDeviceMetric, PROJECT_METRICS } from './metrics.ts';
import {
  chartRange,
  DEFAULT_CHART_RANGE,
  LONGEST_WINDOW_SECONDS,
  SHORTEST_WINDOW_SECONDS,
} from './ranges.ts';
import { seriesAnswer } from './schema.ts';

const both = ['web', 'openapi'] as const;
export const MAX_DEVICES_COMPARED = 12;
export const MAX_SERIES_ASKED = 96;

/** Maximum length of a list, enough for 20 device ids or 100 metric names (characters). */
const LIST_MAX = 10_000;
const list = (max: number, noun: string) =>
  storableText(LIST_MAX)
    .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
    .refine((parts) => parts.length > 0, `Name at least one ${noun}.`)
    .refine((parts) => parts.length <= max, `Request at most ${max} at a time.`);

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Query parameters of a chart window: a range that ends now, or a start and an end. */
const windowQuery = {
  range: chartRange.optional(),
  from: instant.optional(),
  to: instant.optional(),
};

interface WindowQuery {
  readonly range?: keyof typeof RANGES | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
const RANGES = chartRange.enum;

function checkWindow({ from, range, to }: WindowQuery, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (from === undefined && to === undefined) return;
  if (range !== undefined) return refuse('range', 'Enter either a range, or a start and an end.');
  if (from === undefined || to === undefined)
    return refuse(from === undefined ? 'from' : 'to', 'Enter both a start and an end.');
  const seconds = (to - from) / 1000;
  if (seconds < SHORTEST_WINDOW_SECONDS)
    return refuse('to', 'The range is too short. Choose at least 10 min.');
  if (seconds > LONGEST_WINDOW_SECONDS) return refuse('to', 'The range is too long. Choose at most 31 days.');
}

/**
 * Returns the requested start and end in seconds, or the range. The parameters `from` and `to` are in
 * milliseconds.
 */
export const getRequestedWindow = ({ from, range, to }: WindowQuery) =>
  from !== undefined && to !== undefined
    ? { from: from / 1000, to: to / 1000 }
    : { range: range ?? DEFAULT_CHART_RANGE };

const knownMetrics = (isKnown: (metric: string) => boolean, max: number) =>
  list(max, 'metric').refine(
    (metrics) => metrics.every(isKnown),
    'The metric is unknown. Choose another one.',
  );

export const telemetryEndpoints = {
  deviceSeries: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/device-series',
    access: both,
    needs: 'read',
    reads: [],
    summary:
      'Returns figures of devices over time: cpu, memory, clients, download, upload, poe, uptime, port/ID/rx, radio/ID/clients, backhaul/signal, link/signal, application/web/rx and others.',
    params: projectParams,
    query: z
      .object({
        devices: list(MAX_DEVICES_COMPARED, 'device'),
        metrics: knownMetrics((metric) => findDeviceMetric(metric) !== undefined, MAX_SERIES_ASKED),
        ...windowQuery,
      })
      .superRefine(checkWindow),
    response: seriesAnswer,
    errors: ['invalidParameters'],
  }),
  projectSeries: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/series',
    access: both,
    needs: 'read',
    reads: [],
    summary:
      'Returns figures of the whole project over time. The metrics bands, ssids and applications return one series for each of their values.',
    params: projectParams,
    query: z
      .object({
        metrics: knownMetrics((metric) => PROJECT_METRICS.includes(metric), PROJECT_METRICS.length),
        ...windowQuery,
      })
      .superRefine(checkWindow),
    response: seriesAnswer,
  }),
  clientSeries: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/clients/{mac}/series',
    access: both,
    needs: 'read',
    reads: [],
    summary:
      'Returns the signal and traffic of one client over time, across all devices it was connected to.',
    params: projectParams.extend({ mac: macAddress }),
    query: z
      .object({
        metrics: knownMetrics(
          (metric) => (CLIENT_METRICS as readonly string[]).includes(metric),
          CLIENT_METRICS.length,
        ).optional(),
        ...windowQuery,
      })
      .superRefine(checkWindow),
    response: seriesAnswer,
  }),
  chartEvents: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/chart-events',
    access: both,
    needs: 'read',
    counts: ['alarms', 'logs'],
    summary:
      'Lists at most 200 outages, alarms, configurations, restarts and upgrades in a period, newest first, of the whole project or of some devices.',
    params: projectParams,
    query: z
      .object({ devices: list(MAX_DEVICES_COMPARED, 'device').optional(), ...windowQuery })
      .superRefine(checkWindow),
    response: createWholeListSchema(chartEvent),
  }),
} as const;
