import { PROJECT_FAMILIES, projectMetric, type Series, type Stretch } from '@northlight/contract';
import { type Block, sliceBlock } from '@northlight/telemetry-codec';
import { yieldToLoop } from './yield-to-loop.ts';
import { BITS, columnOver, NOTHING, readFor, seriesOf, totalOf } from './charts.ts';
import type { Folded } from './fold.ts';
import { type Group, isFlow, projectSeriesId } from './groups.ts';
import { hourOf } from './partitions.ts';
import { HOUR_MS } from '@northlight/runtime';
import { ProjectSums, SUMMED_COLUMNS } from './project-sums.ts';
import type { SeriesReader } from './series-reader.ts';
import type { PortRoles } from './traffic-ports.ts';

const HOUR = HOUR_MS / 1000;
/** What is older is packed. */
const OPEN_FOR_MS = 2 * HOUR_MS;
/** Devices that are added up before everything else may run. */
const DEVICES_AT_ONCE = 8;
/** Of these a project has the sum of its topmost devices alone. */
const AT_THE_TOP: ReadonlySet<string> = new Set(['download', 'upload', 'applications']);

const ofPorts = (metric: string): boolean => (SUMMED_COLUMNS as readonly string[]).includes(metric);
const isSummed = (metric: string): boolean => ofPorts(metric) || isFlow('project', metric);

/** Charts of a whole project, each from one series; what is not packed yet is added up from its devices. */
export async function projectCharts(
  reader: SeriesReader,
  projectId: number,
  metrics: readonly string[],
  stretch: Stretch,
  now: number,
  rolesOfDevices: () => Promise<readonly PortRoles[]>,
): Promise<Series[]> {
  const families = Object.entries(PROJECT_FAMILIES).flatMap(([name, prefix]) =>
    metrics.includes(name) ? [prefix] : [],
  );
  const ofFamily = (column: string): boolean => families.some((prefix) => column.startsWith(prefix));
  const wanted = (column: string): boolean => metrics.includes(column) || ofFamily(column);
  const id = projectSeriesId(projectId);
  const block = (await readFor(reader, [id], 'project', stretch, wanted)).get(id) ?? NOTHING;
  const summed = metrics.filter((metric) => ofPorts(metric) || metric === 'applications');
  const open =
    summed.length > 0 && stretch.to * 1000 > now - OPEN_FOR_MS
      ? await openSums(reader, await rolesOfDevices(), summed, stretch)
      : NOTHING;
  const members = new Set([...block.columns.keys(), ...open.columns.keys()])
    .values()
    .filter((column) => !column.includes('^') && ofFamily(column));
  const columns = [...metrics.filter((metric) => !(metric in PROJECT_FAMILIES)), ...[...members].sort()];
  return columns.map((column) => {
    const folded = columnOver(block, 'project', column, stretch);
    if (isSummed(column)) fillGaps(folded, columnOver(open, 'project', column, stretch));
    const isRate = projectMetric(column)?.unit === 'bitsPerSecond';
    const series = seriesOf(column, folded, stretch.step, isRate ? BITS : 1);
    return isFlow('project', column) ? { ...series, ...totalOf(folded) } : series;
  });
}

/** What the ports and applications carry in the hours that are not packed, as the project's series will have it. */
async function openSums(
  reader: SeriesReader,
  roles: readonly PortRoles[],
  metrics: readonly string[],
  { to }: Stretch,
): Promise<Block> {
  const from = hourOf(to * 1000) / 1000 - HOUR;
  const sums = new ProjectSums({ from, step: 60, count: Math.ceil((to - from) / 60) });
  const asked = metrics.every((metric) => AT_THE_TOP.has(metric))
    ? roles.filter(({ isTop }) => isTop)
    : roles;
  for (let at = 0; at < asked.length; at += DEVICES_AT_ONCE) {
    const batch = asked.slice(at, at + DEVICES_AT_ONCE);
    const read = (group: Group) =>
      reader.open(
        batch.map(({ deviceId }) => deviceId),
        group,
      );
    const ports = metrics.some(ofPorts) ? await read('port') : undefined;
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

function fillGaps(folded: Folded, from: Folded): void {
  for (const [index, value] of from.values.entries())
    if (Number.isNaN(folded.values[index] ?? Number.NaN)) {
      folded.values[index] = value;
      folded.peaks[index] = from.peaks[index] ?? Number.NaN;
      folded.covered[index] = from.covered[index] ?? 0;
    }
}
