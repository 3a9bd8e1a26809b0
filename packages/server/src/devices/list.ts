import type { DeviceQuery } from '@northlight/contract';
import { normalForm } from '@northlight/contract/net';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { type DeviceRow, deviceRows } from './store.ts';

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

const part = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Devices of a project that fit, in order, and how many there are of them. */
export async function listDevices(
  db: DbOrTx,
  projectId: number,
  query: DeviceQuery,
): Promise<{ readonly rows: readonly DeviceRow[]; readonly total: number }> {
  const { ids, total } = await fitting(db, projectId, query);
  const found = await deviceRows(db, projectId)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const byId = new Map(found.map((row) => [row.id, row] as const));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** The order is decided on few columns; only what is shown is read whole. */
async function fitting(
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
        where('devices.name_key', 'like', part(normalForm(search))),
        where('devices.sn', 'ilike', part(search)),
        where('devices.mac', 'ilike', part(search)),
        where('device_state.ip', 'ilike', part(search)),
      ]),
    );
  let page = all
    .select('devices.id')
    .select((eb) => eb.fn.countAll<string>().over().as('total'))
    .orderBy(SORTS[sort], (by) => by[order]().nullsLast())
    // Names are unique in a project: pages of equals neither repeat nor leave out.
    .orderBy('devices.name_key')
    .offset(offset);
  if (limit !== undefined) page = page.limit(limit);
  const rows = await page.execute();
  const [first] = rows;
  if (first || offset === 0) return { ids: rows.map(({ id }) => id), total: Number(first?.total ?? 0) };
  const { total } = await all.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { ids: [], total: Number(total) };
}
