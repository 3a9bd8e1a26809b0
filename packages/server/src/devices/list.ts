import type { DeviceQuery } from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { buildContainsPattern, containsText, toNaturalOrder } from '../platform/db/text-match.ts';
import { cutPage, type RowPage } from '../platform/db/cut-page.ts';
import { type DeviceCursor, formatDeviceCursor, parseDeviceCursor } from './list-cursor.ts';
import { type DeviceRow, selectDevices } from './store.ts';

/** Figures are compared as double precision, so that a cursor contains them exactly. */
const sortFigure = (column: RawBuilder<unknown>) => ({
  isNumeric: true,
  by: sql`${column}::double precision`,
});
const filterText = (column: RawBuilder<unknown>) => ({ isNumeric: false, by: column });
const SORTS: Readonly<Record<DeviceQuery['sort'], { isNumeric: boolean; by: RawBuilder<unknown> }>> = {
  name: filterText(toNaturalOrder('devices.name_key')),
  sn: filterText(sql`devices.sn`),
  mac: filterText(sql`devices.mac`),
  model: filterText(sql`devices.model`),
  kind: filterText(sql`devices.kind`),
  state: sortFigure(sql`devices.state`),
  software: filterText(sql`devices.software`),
  cpu: sortFigure(sql`device_state.cpu`),
  memory: sortFigure(sql`device_state.mem`),
  uptime: sortFigure(sql`device_state.uptime_seconds`),
  clients: sortFigure(sql`device_state.clients`),
};

/** Lists a page of the matching devices of a project, in order, with their total number. */
export async function listDevices(
  db: DbOrTx,
  projectId: number,
  query: DeviceQuery,
): Promise<RowPage<DeviceRow> & { readonly total: number }> {
  const { rows: page, ...rest } = await findPage(db, projectId, query);
  const ids = page.map(({ id }) => id);
  const found = await selectDevices(db, projectId)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const byId = new Map(found.map((row) => [row.id, row] as const));
  return { ...rest, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

/**
 * Returns the ids of a page and the total. Reads few columns for the sort, and only the shown devices
 * completely.
 */
async function findPage(
  db: DbOrTx,
  projectId: number,
  { cursor, kind, limit, order, search, sort, state }: DeviceQuery,
): Promise<RowPage<{ readonly id: string }> & { readonly total: number }> {
  const { by, isNumeric } = SORTS[sort];
  const after = parseDeviceCursor({ cursor, sort }, isNumeric);
  let all = db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .where('devices.project_id', '=', projectId);
  if (kind !== undefined) all = all.where('devices.kind', '=', kind);
  if (state !== undefined) all = all.where('devices.state', '=', state);
  if (search !== undefined && search !== '')
    all = all.where((where) =>
      where.or([
        where('devices.name_key', 'like', buildContainsPattern(normalizeName(search))),
        containsText(['devices.sn', 'devices.mac', 'device_state.ip'], search),
      ]),
    );
  let page = db
    .selectFrom(
      all
        .select(['devices.id', 'devices.name_key', by.as('value')])
        .select((eb) => eb.fn.countAll<string>().over().as('total'))
        .as('matches'),
    )
    .select(['id', 'total', 'name_key as name', sql<string | null>`value::text`.as('value')])
    .orderBy(sql`value`, (direction) => direction[order]().nullsLast())
    // Sorts by name last: names are unique in a project, so that pages of equal values neither repeat nor
    // omit devices.
    .orderBy('name_key');
  if (after) page = page.where(isAfter(after, order, isNumeric));
  const rows = await (limit === undefined ? page : page.limit(limit + 1)).execute();
  const found = cutPage(rows, limit ?? rows.length, (last) => formatDeviceCursor(sort, last));
  const [first] = rows;
  if (first || !after) return { ...found, total: Number(first?.total ?? 0) };
  const { total } = await all.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows: [], total: Number(total) };
}

/**
 * Returns the SQL condition that selects the devices after the cursor. Devices without a value are last in
 * both directions.
 */
function isAfter(
  { name, value }: DeviceCursor,
  order: DeviceQuery['order'],
  isNumeric: boolean,
): RawBuilder<boolean> {
  const isNameAfter = sql`name_key > ${name}`;
  if (value === null) return sql<boolean>`value is null and ${isNameAfter}`;
  const last = isNumeric ? sql`${value}::double precision` : sql`${value}::text`;
  const isValueAfter = order === 'asc' ? sql`value > ${last}` : sql`value < ${last}`;
  return sql<boolean>`(${isValueAfter} or value is null or (value = ${last} and ${isNameAfter}))`;
}
