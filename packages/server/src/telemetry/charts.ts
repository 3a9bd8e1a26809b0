import {
  deviceMetric,
  type MetricPart,
  metricPart,
  type Series,
  type SeriesAnswer,
  type Stretch,
} from '@northlight/contract';
import type { PortCapability } from '@northlight/contract/device-protocol';
import type { Block } from '@northlight/telemetry-codec';
import { addUp, foldCounter, foldGauge, type Folded, gridOf } from './fold.ts';
import { type Group, isCounter, isFlow } from './groups.ts';
import { AGGREGATES } from './roll-up.ts';
import { isRolledUp, type SeriesReader } from './series-reader.ts';
import { ceilingOf, ceilingOfAll, type PortRoles } from './traffic-ports.ts';

/** Rates are stored as bytes, and shown as bits. */
export const BITS = 8;
/** Of a series of which nothing is stored. */
export const NOTHING: Block = { times: new Float64Array(), columns: new Map() };

/** Two decimals, whole above a thousand: what nobody can see on a chart is not sent. */
function shown(values: Float64Array, factor: number): (number | null)[] {
  return Array.from(values, (value) => {
    if (!Number.isFinite(value)) return null;
    const scaled = value * factor;
    return Math.abs(scaled) >= 1000 ? Math.round(scaled) : Math.round(scaled * 100) / 100;
  });
}

export function seriesOf(
  metric: string,
  folded: Omit<Folded, 'covered'>,
  step: number,
  factor: number,
  deviceId?: string,
): Series {
  return {
    metric,
    ...(deviceId !== undefined && { deviceId }),
    values: shown(folded.values, factor),
    ...(step > 60 && { peaks: shown(folded.peaks, factor) }),
  };
}

/** Bytes of a flow in the whole stretch, as far as they were told. */
export function totalOf({ covered, values }: Folded): { total?: number } {
  let total: number | undefined;
  for (const [index, value] of values.entries())
    if (!Number.isNaN(value)) total = (total ?? 0) + value * (covered[index] ?? 0);
  return total === undefined ? {} : { total: Math.round(total) };
}

export function answerOf({ from, step, to }: Stretch, series: Series[]): SeriesAnswer {
  const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
  return { from: iso(from), to: iso(to), stepSeconds: step, series };
}

/** A column over a grid: from reports, or from hourly figures, which are means and rates already. */
export function columnOver(
  block: Block,
  group: Group,
  column: string,
  stretch: Stretch,
  ceiling?: number,
  made: 'reports' | 'hours' = isRolledUp(stretch) ? 'hours' : 'reports',
): Folded {
  const grid = gridOf(stretch);
  const values = block.columns.get(column) ?? new Float64Array(block.times.length).fill(Number.NaN);
  if (made === 'reports')
    return isCounter(group, column)
      ? foldCounter(block.times, values, grid, ceiling)
      : foldGauge(block.times, values, grid);
  const told = foldGauge(block.times, values, grid);
  const hourly = (what: string): Float64Array | undefined => {
    const figures = block.columns.get(column + what);
    return figures && foldGauge(block.times, figures, grid).values;
  };
  // What is not packed of a project has no aggregates yet: it is told by the minute.
  return {
    values: told.values,
    peaks: hourly(AGGREGATES.max) ?? told.peaks,
    covered: hourly(AGGREGATES.covered) ?? told.covered,
  };
}

/** Columns of a device's ports, added up: the highest is exact for a single port, and never too low for several. */
function portsOver(
  block: Block,
  ports: readonly PortCapability[],
  way: 'rx' | 'tx' | 'poe',
  stretch: Stretch,
): Omit<Folded, 'covered'> {
  const { count } = gridOf(stretch);
  const parts = ports.map((port) =>
    columnOver(block, 'port', `${port.id}/${way}`, stretch, way === 'poe' ? undefined : ceilingOf(port)),
  );
  return {
    values: addUp(
      parts.map(({ values }) => values),
      count,
    ),
    peaks: addUp(
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

/** Charts of devices; the roles are those of the asked devices, in the order of the answer. */
export async function deviceCharts(
  reader: SeriesReader,
  roles: readonly PortRoles[],
  metrics: readonly string[],
  stretch: Stretch,
): Promise<Series[]> {
  const ids = roles.map(({ deviceId }) => deviceId);
  const asked = metrics.map((metric) => ({ metric, part: metricPart(metric) }));
  const groups = new Map<Group, Map<string, Block>>();
  await Promise.all(
    (['sys', 'port', 'radio', 'application'] as const).map(async (group) => {
      const wanted = columnsWanted(group, asked, roles);
      if (wanted) groups.set(group, await readFor(reader, ids, group, stretch, wanted));
    }),
  );
  return roles.flatMap((role) =>
    asked.map(({ metric, part }) => deviceChart(groups, role, metric, part, stretch)),
  );
}

function deviceChart(
  groups: ReadonlyMap<Group, ReadonlyMap<string, Block>>,
  role: PortRoles,
  metric: string,
  part: MetricPart | undefined,
  stretch: Stretch,
): Series {
  const { deviceId } = role;
  const group: Group = part?.kind ?? (metric in WHOLE_DEVICE_PORTS ? 'port' : 'sys');
  const block = groups.get(group)?.get(deviceId) ?? NOTHING;
  const isRate = deviceMetric(metric)?.unit === 'bitsPerSecond';
  const way = part ? undefined : WHOLE_DEVICE_PORTS[metric];
  const factor = isRate ? BITS : 1;
  if (way) {
    const ports = way === 'poe' ? [...role.up, ...role.lan] : role.up;
    return seriesOf(metric, portsOver(block, ports, way, stretch), stretch.step, factor, deviceId);
  }
  const column = part ? `${part.id}/${part.name}` : metric;
  const folded = columnOver(block, group, column, stretch, ceilingFor(role, part));
  const series = seriesOf(metric, folded, stretch.step, factor, deviceId);
  return isFlow(group, column) ? { ...series, ...totalOf(folded) } : series;
}

function ceilingFor({ lan, up }: PortRoles, part: MetricPart | undefined): number | undefined {
  if (part?.kind === 'application') return ceilingOfAll(up);
  const port = part && [...up, ...lan].find(({ id }) => id === part.id);
  return port && ceilingOf(port);
}

function columnsWanted(
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

export function readFor(
  reader: SeriesReader,
  ids: readonly string[],
  group: Group,
  stretch: Stretch,
  wanted: (column: string) => boolean,
): Promise<Map<string, Block>> {
  return isRolledUp(stretch)
    ? reader.hours(ids, group, stretch, wanted)
    : reader.reports(ids, group, stretch, wanted);
}
