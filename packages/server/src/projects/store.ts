import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT, DEVICE_STATE_TABLE } from '@northlight/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { ProjectCounts } from './present.ts';

const SHOWN = [
  'id',
  'owner_id',
  'name',
  'scenario',
  'net_mode',
  'country',
  'province',
  'city',
  'address',
  'time_zone',
  'type_flag',
  'created_at',
] as const;
const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);
const NO_COUNTS: ProjectCounts = { deviceCount: 0, devicesOnline: 0, onlineUsers: 0, unreadAlarms: 0 };

export async function findProject(db: DbOrTx, id: number) {
  return db.selectFrom('projects').select(SHOWN).where('id', '=', id).executeTakeFirst();
}

/** Projects a caller may list: his own, or the demos for a visitor. */
export async function listProjects(db: DbOrTx, principal: Principal, search: string | undefined) {
  let query = db.selectFrom('projects').select(SHOWN);
  query =
    principal.kind === 'account'
      ? query.where('owner_id', '=', principal.account.id)
      : query.where('id', 'in', [DEMO_WLAN_PROJECT, DEMO_MESH_PROJECT]);
  if (search) query = query.where('name_key', 'like', `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  return query.orderBy('name_key').execute();
}

/** Counts of several projects at once; a project without devices has zeros. */
export async function countProjects(
  db: DbOrTx,
  ids: readonly number[],
): Promise<(id: number) => ProjectCounts> {
  if (ids.length === 0) return () => NO_COUNTS;
  const devices = await db
    .selectFrom('devices')
    .select([
      'project_id',
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where state in (${sql.join(ONLINE_STATES)})))::int`.as('online'),
    ])
    .where('project_id', 'in', ids)
    .groupBy('project_id')
    .execute();
  const clients = await db
    .selectFrom('online_clients')
    .select(['project_id', sql<number>`count(*)::int`.as('total')])
    .where('project_id', 'in', ids)
    .where('online', '=', true)
    .groupBy('project_id')
    .execute();
  const alarms = await db
    .selectFrom('alarms')
    .select(['project_id', sql<number>`count(*)::int`.as('total')])
    .where('project_id', 'in', ids)
    .where('read_at', 'is', null)
    .groupBy('project_id')
    .execute();
  const [deviceOf, clientOf, alarmOf] = [byProject(devices), byProject(clients), byProject(alarms)];
  return (id) => ({
    deviceCount: deviceOf.get(id)?.total ?? 0,
    devicesOnline: deviceOf.get(id)?.online ?? 0,
    onlineUsers: clientOf.get(id)?.total ?? 0,
    unreadAlarms: alarmOf.get(id)?.total ?? 0,
  });
}

function byProject<T extends { project_id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.project_id, row] as const));
}
