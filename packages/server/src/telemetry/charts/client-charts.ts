import { type ChartWindow, type Series, WAN_ROLES } from '@northlight/contract';
import { type Block, mergeBlocks, sliceBlock } from '@northlight/telemetry-codec';
import { listVisitsDuring } from '../../clients/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { BITS_PER_BYTE, foldColumn, toSeries } from './charts.ts';
import type { SeriesReader } from '../../services.ts';

interface Client {
  readonly projectId: number;
  readonly mac: string;
}

/** Columns from the device's view: the bytes that the device sends are the client's download. */
const COLUMNS: Readonly<Record<string, { column: string; factor: number }>> = {
  signal: { column: 'signal', factor: 1 },
  download: { column: 'tx', factor: BITS_PER_BYTE },
  upload: { column: 'rx', factor: BITS_PER_BYTE },
};

/** Loads the charts of one client, merged from the devices that it was connected to. */
export async function loadClientCharts(
  db: Db,
  reader: SeriesReader,
  { mac, projectId }: Client,
  metrics: readonly string[],
  window: ChartWindow,
): Promise<Series[]> {
  const [from, until] = [new Date(window.from * 1000), new Date(window.to * 1000)];
  const visits = await listVisitsDuring(db, { projectId, mac }, from, until);
  const gateways = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('role', 'in', WAN_ROLES)
    .execute();
  const devices = [
    ...new Set([...visits.map(({ device_id }) => device_id), ...gateways.map(({ id }) => id)]),
  ];
  const columnFilter = (column: string): boolean => column.startsWith(`${mac}/`);
  // Reads minutes, because clients have no hourly figures (see `isRolledUp` in pack-day.ts).
  const blocks =
    devices.length > 0
      ? await reader.reports(devices, 'client', window, columnFilter)
      : new Map<string, Block>();
  const own = mergeBlocks(
    visits.flatMap(({ device_id, from_at, until_at }) => {
      const block = blocks.get(device_id);
      const until = (until_at?.getTime() ?? Number.MAX_SAFE_INTEGER) / 1000;
      return block ? [sliceBlock(block, Math.floor(from_at.getTime() / 1000), until + 1)] : [];
    }),
  );
  // Adds the gateways' counts, because gateways count the traffic of wired clients.
  const counted = mergeBlocks(gateways.flatMap(({ id }) => blocks.get(id) ?? []));
  return metrics.map((metric) => {
    const { column, factor } = COLUMNS[metric] ?? { column: metric, factor: 1 };
    const block = own.columns.has(`${mac}/${column}`) || column === 'signal' ? own : counted;
    const folded = foldColumn(block, 'client', `${mac}/${column}`, window, undefined, 'reports');
    return toSeries(metric, folded, window.step, factor);
  });
}
