import {
  findDeviceMetric,
  type MetricPart,
  parseMetricPart,
  type Series,
  type SeriesAnswer,
  type ChartWindow,
} from '@northlight/contract';
import type { PortCapability } from '@northlight/contract/device-protocol';
import type { Block } from '@northlight/telemetry-codec';
import { sumColumns, foldCounter, foldGauge, type FoldedColumn, createTimeGrid } from '../fold.ts';
import { type Group, isCounter, isFlow } from '../groups.ts';
import { AGGREGATES } from '../packing/roll-up.ts';
import type { SeriesReader } from '../../services.ts';
import { isRolledUp } from './series-reader.ts';
import { computeRateCeiling, sumCeilings, type PortRoles } from '../traffic-ports.ts';

/** Factor from stored bytes to shown bits. */
export const BITS_PER_BYTE = 8;
/** A series without stored values. */
export const EMPTY_BLOCK: Block = { times: new Float64Array(), columns: new Map() };

/** Rounds to two decimals, and to integers from 1,000 up, because more digits are not visible in a chart. */
function roundValue(values: Float64Array, factor: number): (number | null)[] {
  return Array.from(values, (value) => {
    if (!Number.isFinite(value)) return null;
    const scaled = value * factor;
    return Math.abs(scaled) >= 1000 ? Math.round(scaled) : Math.round(scaled * 100) / 100;
  });
}

export function toSeries(
  metric: string,
  folded: Omit<FoldedColumn, 'covered'>,
  step: number,
  factor: number,
  deviceId?: string,
): Series {
  return {
    metric,
    ...(deviceId !== undefined && { deviceId }),
    values: roundValue(folded.values, factor),
    ...(step > 60 && { peaks: roundValue(folded.peaks, factor) }),
  };
}

/** Returns the bytes of a flow in the whole window, as far as reports cover it. */
export function sumBytes({ covered, values }: FoldedColumn): { total?: number } {
  let total: number | undefined;
  for (const [index, value] of values.entries())
    if (!Number.isNaN(value)) total = (total ?? 0) + value * (covered[index] ?? 0);
  return total === undefined ? {} : { total: Math.round(total) };
}

export function toAnswer({ from, step, to }: ChartWindow, series: Series[]): SeriesAnswer {
  const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
  return { from: iso(from), to: iso(to), stepSeconds: step, series };
}

/** Returns one column on the window's grid, from reports or from hourly figures, which are means and rates already. */
export function foldColumn(
  block: Block,
  group: Group,
  column: string,
  window: ChartWindow,
  ceiling?: number,
  source: 'reports' | 'hours' = isRolledUp(window) ? 'hours' : 'reports',
): FoldedColumn {
  const grid = createTimeGrid(window);
  const values = block.columns.get(column) ?? new Float64Array(block.times.length).fill(Number.NaN);
  if (source === 'reports')
    return isCounter(group, column)
      ? foldCounter(block.times, values, grid, ceiling)
      : foldGauge(block.times, values, grid);
  const means = foldGauge(block.times, values, grid);
  const hourly = (suffix: string): Float64Array | undefined => {
    const figures = block.columns.get(column + suffix);
    return figures && foldGauge(block.times, figures, grid).values;
  };
  // Reads minutes for a project's unpacked hours, which have no aggregates yet.
  return {
    values: means.values,
    peaks: hourly(AGGREGATES.max) ?? means.peaks,
    covered: hourly(AGGREGATES.covered) ?? means.covered,
  };
}

/** Returns the sum of a device's ports. Peaks are exact for one port and an upper bound for several. */
function foldPorts(
  block: Block,
  ports: readonly PortCapability[],
  way: 'rx' | 'tx' | 'poe',
  window: ChartWindow,
): Omit<FoldedColumn, 'covered'> {
  const { count } = createTimeGrid(window);
  const parts = ports.map((port) =>
    foldColumn(
      block,
      'port',
      `${port.id}/${way}`,
      window,
      way === 'poe' ? undefined : computeRateCeiling(port),
    ),
  );
  return {
    values: sumColumns(
      parts.map(({ values }) => values),
      count,
    ),
    peaks: sumColumns(
      parts.map(({ peaks }) => peaks),
      count,
    ),
  };
}

const WHOLE_DEVICE_PORTS: Readonly<Record<string, 'rx' | 'tx' | 'poe'>> = {
  download: 'rx',
  upload: 'tx',
  poe: 'poe',
};

/** Loads the charts of devices, in the order of `roles`. */
export async function loadDeviceCharts(
  reader: SeriesReader,
  roles: readonly PortRoles[],
  metrics: readonly string[],
  window: ChartWindow,
): Promise<Series[]> {
  const ids = roles.map(({ deviceId }) => deviceId);
  const asked = metrics.map((metric) => ({ metric, part: parseMetricPart(metric) }));
  const groups = new Map<Group, Map<string, Block>>();
  await Promise.all(
    (['sys', 'port', 'radio', 'application'] as const).map(async (group) => {
      const columnFilter = createColumnFilter(group, asked, roles);
      if (columnFilter) groups.set(group, await readBlocks(reader, ids, group, window, columnFilter));
    }),
  );
  return roles.flatMap((role) =>
    asked.map(({ metric, part }) => buildDeviceChart(groups, role, metric, part, window)),
  );
}

function buildDeviceChart(
  groups: ReadonlyMap<Group, ReadonlyMap<string, Block>>,
  role: PortRoles,
  metric: string,
  part: MetricPart | undefined,
  window: ChartWindow,
): Series {
  const { deviceId } = role;
  const group: Group = part?.kind ?? (metric in WHOLE_DEVICE_PORTS ? 'port' : 'sys');
  const block = groups.get(group)?.get(deviceId) ?? EMPTY_BLOCK;
  const isRate = findDeviceMetric(metric)?.unit === 'bitsPerSecond';
  const way = part ? undefined : WHOLE_DEVICE_PORTS[metric];
  const factor = isRate ? BITS_PER_BYTE : 1;
  if (way) {
    const ports = way === 'poe' ? [...role.up, ...role.lan] : role.up;
    return toSeries(metric, foldPorts(block, ports, way, window), window.step, factor, deviceId);
  }
  const column = part ? `${part.id}/${part.name}` : metric;
  const folded = foldColumn(block, group, column, window, computeCeiling(role, part));
  const series = toSeries(metric, folded, window.step, factor, deviceId);
  return isFlow(group, column) ? { ...series, ...sumBytes(folded) } : series;
}

function computeCeiling({ lan, up }: PortRoles, part: MetricPart | undefined): number | undefined {
  if (part?.kind === 'application') return sumCeilings(up);
  const port = part && [...up, ...lan].find(({ id }) => id === part.id);
  return port && computeRateCeiling(port);
}

function createColumnFilter(
  group: Group,
  asked: readonly { metric: string; part: MetricPart | undefined }[],
  roles: readonly PortRoles[],
): ((column: string) => boolean) | undefined {
  const columns = new Set<string>();
  for (const { metric, part } of asked) {
    if (part) {
      if (part.kind === group) columns.add(`${part.id}/${part.name}`);
      continue;
    }
    const way = WHOLE_DEVICE_PORTS[metric];
    if (way === undefined && group === 'sys') columns.add(metric);
    if (way !== undefined && group === 'port')
      for (const { lan, up } of roles)
        for (const { id } of way === 'poe' ? [...up, ...lan] : up) columns.add(`${id}/${way}`);
  }
  return columns.size > 0 ? (column) => columns.has(column) : undefined;
}

export function readBlocks(
  reader: SeriesReader,
  ids: readonly string[],
  group: Group,
  window: ChartWindow,
  columnFilter: (column: string) => boolean,
): Promise<Map<string, Block>> {
  return isRolledUp(window)
    ? reader.hours(ids, group, window, columnFilter)
    : reader.reports(ids, group, window, columnFilter);
}
