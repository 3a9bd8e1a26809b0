import { PROJECT_FAMILIES, findProjectMetric, type Series, type ChartWindow } from '@northlight/contract';
import { type Block, sliceBlock } from '@northlight/telemetry-codec';
import { yieldToLoop } from '../yield-to-loop.ts';
import { BITS_PER_BYTE, foldColumn, EMPTY_BLOCK, readBlocks, toSeries, sumBytes } from './charts.ts';
import type { FoldedColumn } from '../fold.ts';
import { type Group, isFlow, formatProjectSeriesId } from '../groups.ts';
import { truncateToHour } from '../partitions.ts';
import { HOUR_MS } from '@northlight/runtime';
import { ProjectSums, SUMMED_COLUMNS } from '../packing/project-sums.ts';
import type { SeriesReader } from '../../services.ts';
import type { PortRoles } from '../traffic-ports.ts';

const HOUR = HOUR_MS / 1000;
/** Maximum age of an hour that is not packed yet. */
const UNPACKED_FOR_MS = 2 * HOUR_MS;
/** Number of devices that are summed before the event loop may run other work. */
const DEVICES_AT_ONCE = 8;
/** Metrics that are summed over the topmost devices only, so that traffic is not counted twice. */
const TOP_DEVICE_METRICS: ReadonlySet<string> = new Set(['download', 'upload', 'applications']);

const isPortMetric = (metric: string): boolean => (SUMMED_COLUMNS as readonly string[]).includes(metric);
const isSummed = (metric: string): boolean => isPortMetric(metric) || isFlow('project', metric);

/**
 * Loads the charts of a project, each from one series. Hours that are not packed yet are summed from the
 * project's devices.
 */
export async function loadProjectCharts(
  reader: SeriesReader,
  projectId: number,
  metrics: readonly string[],
  window: ChartWindow,
  now: number,
  rolesOfDevices: () => Promise<readonly PortRoles[]>,
): Promise<Series[]> {
  const families = Object.entries(PROJECT_FAMILIES).flatMap(([name, prefix]) =>
    metrics.includes(name) ? [prefix] : [],
  );
  const ofFamily = (column: string): boolean => families.some((prefix) => column.startsWith(prefix));
  const columnFilter = (column: string): boolean => metrics.includes(column) || ofFamily(column);
  const id = formatProjectSeriesId(projectId);
  const block = (await readBlocks(reader, [id], 'project', window, columnFilter)).get(id) ?? EMPTY_BLOCK;
  const summed = metrics.filter((metric) => isPortMetric(metric) || metric === 'applications');
  const open =
    summed.length > 0 && window.to * 1000 > now - UNPACKED_FOR_MS
      ? await sumUnpackedHours(reader, await rolesOfDevices(), summed, window)
      : EMPTY_BLOCK;
  const members = new Set([...block.columns.keys(), ...open.columns.keys()])
    .values()
    .filter((column) => !column.includes('^') && ofFamily(column));
  const columns = [...metrics.filter((metric) => !(metric in PROJECT_FAMILIES)), ...[...members].sort()];
  return columns.map((column) => {
    const folded = foldColumn(block, 'project', column, window);
    if (isSummed(column)) fillGaps(folded, foldColumn(open, 'project', column, window));
    const isRate = findProjectMetric(column)?.unit === 'bitsPerSecond';
    const series = toSeries(column, folded, window.step, isRate ? BITS_PER_BYTE : 1);
    return isFlow('project', column) ? { ...series, ...sumBytes(folded) } : series;
  });
}

/** Returns the sums of ports and applications in unpacked hours, in the form of the project's packed series. */
async function sumUnpackedHours(
  reader: SeriesReader,
  roles: readonly PortRoles[],
  metrics: readonly string[],
  { to }: ChartWindow,
): Promise<Block> {
  const from = truncateToHour(to * 1000) / 1000 - HOUR;
  const sums = new ProjectSums({ from, step: 60, count: Math.ceil((to - from) / 60) });
  const asked = metrics.every((metric) => TOP_DEVICE_METRICS.has(metric))
    ? roles.filter(({ isTop }) => isTop)
    : roles;
  for (let at = 0; at < asked.length; at += DEVICES_AT_ONCE) {
    const batch = asked.slice(at, at + DEVICES_AT_ONCE);
    const read = (group: Group) =>
      reader.unpacked(
        batch.map(({ deviceId }) => deviceId),
        group,
      );
    const ports = metrics.some(isPortMetric) ? await read('port') : undefined;
    const applications = metrics.includes('applications') ? await read('application') : undefined;
    for (const role of batch) {
      const [port, application] = [ports?.get(role.deviceId), applications?.get(role.deviceId)];
      if (port) sums.add(port, role);
      if (application) sums.addApplications(application, role);
    }
    await yieldToLoop();
  }
  return sliceBlock(sums.toBlock(), from, to);
}

function fillGaps(folded: FoldedColumn, from: FoldedColumn): void {
  for (const [index, value] of from.values.entries())
    if (Number.isNaN(folded.values[index] ?? Number.NaN)) {
      folded.values[index] = value;
      folded.peaks[index] = from.peaks[index] ?? Number.NaN;
      folded.covered[index] = from.covered[index] ?? 0;
    }
}
