import type { Series, Stretch } from '@northlight/contract';
import { type Block, mergeBlocks, sliceBlock } from '@northlight/telemetry-codec';
import { visitsDuring } from '../clients/index.ts';
import type { Db } from '../platform/db/database.ts';
import { BITS, columnOver, seriesOf } from './charts.ts';
import type { SeriesReader } from './series-reader.ts';

interface Client {
  readonly projectId: number;
  readonly mac: string;
}

/** What a client receives is sent by its device. */
const COLUMNS: Readonly<Record<string, { column: string; factor: number }>> = {
  signal: { column: 'signal', factor: 1 },
  download: { column: 'tx', factor: BITS },
  upload: { column: 'rx', factor: BITS },
};

/** Charts of one client, put together from the devices that it was at. */
export async function clientCharts(
  db: Db,
  reader: SeriesReader,
  { mac, projectId }: Client,
  metrics: readonly string[],
  stretch: Stretch,
): Promise<Series[]> {
  const [from, until] = [new Date(stretch.from * 1000), new Date(stretch.to * 1000)];
  const visits = await visitsDuring(db, { projectId, mac }, from, until);
  const gateways = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'gateway')
    .execute();
  const devices = [
    ...new Set([...visits.map(({ device_id }) => device_id), ...gateways.map(({ id }) => id)]),
  ];
  const wanted = (column: string): boolean => column.startsWith(`${mac}/`);
  // There are no hourly figures of clients: months of them would be asked for by nobody.
  const blocks =
    devices.length > 0 ? await reader.reports(devices, 'client', stretch, wanted) : new Map<string, Block>();
  const own = mergeBlocks(
    visits.flatMap(({ device_id, from_at, until_at }) => {
      const block = blocks.get(device_id);
      const until = (until_at?.getTime() ?? Number.MAX_SAFE_INTEGER) / 1000;
      return block ? [sliceBlock(block, Math.floor(from_at.getTime() / 1000), until + 1)] : [];
    }),
  );
  // By cable it is the gateway that counts.
  const counted = mergeBlocks(gateways.flatMap(({ id }) => blocks.get(id) ?? []));
  return metrics.map((metric) => {
    const { column, factor } = COLUMNS[metric] ?? { column: metric, factor: 1 };
    const block = own.columns.has(`${mac}/${column}`) || column === 'signal' ? own : counted;
    const folded = columnOver(block, 'client', `${mac}/${column}`, stretch, undefined, 'reports');
    return seriesOf(metric, folded, stretch.step, factor);
  });
}
