import type { DeviceQuery } from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { type DeviceRow, selectDevices } from './store.ts';

const SORTS: Readonly<Record<DeviceQuery['sort'], RawBuilder<unknown>>> = {
  name: sql`devices.name_key`,
  sn: sql`devices.sn`,
  mac: sql`devices.mac`,
  model: sql`devices.model`,
  kind: sql`devices.kind`,
  state: sql`devices.state`,
  software: sql`devices.software`,
  cpu: sql`device_state.cpu`,
  memory: sql`device_state.mem`,
  uptime: sql`device_state.uptime_seconds`,
  clients: sql`device_state.clients`,
};

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Lists a page of the matching devices of a project, in order, with their total number. */
export async function listDevices(
  db: DbOrTx,
  projectId: number,
  query: DeviceQuery,
): Promise<{ readonly rows: readonly DeviceRow[]; readonly total: number }> {
  const { ids, total } = await findPage(db, projectId, query);
  const found = await selectDevices(db, projectId)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const byId = new Map(found.map((row) => [row.id, row] as const));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** Returns the ids of a page and the total: sorting reads few columns, and only shown devices are read completely. */
async function findPage(
  db: DbOrTx,
  projectId: number,
  { kind, limit, offset, order, search, sort, state }: DeviceQuery,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  let all = db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .where('devices.project_id', '=', projectId);
  if (kind !== undefined) all = all.where('devices.kind', '=', kind);
  if (state !== undefined) all = all.where('devices.state', '=', state);
  if (search !== undefined && search !== '')
    all = all.where((where) =>
      where.or([
        where('devices.name_key', 'like', likePattern(normalizeName(search))),
        where('devices.sn', 'ilike', likePattern(search)),
        where('devices.mac', 'ilike', likePattern(search)),
        where('device_state.ip', 'ilike', likePattern(search)),
      ]),
    );
  let page = all
    .select('devices.id')
    .select((eb) => eb.fn.countAll<string>().over().as('total'))
    .orderBy(SORTS[sort], (by) => by[order]().nullsLast())
    // Names are unique in a project: pages of equal values neither repeat nor omit devices.
    .orderBy('devices.name_key')
    .offset(offset);
  if (limit !== undefined) page = page.limit(limit);
  const rows = await page.execute();
  const [first] = rows;
  if (first || offset === 0) return { ids: rows.map(({ id }) => id), total: Number(first?.total ?? 0) };
  const { total } = await all.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { ids: [], total: Number(total) };
}
