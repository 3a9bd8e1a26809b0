import {
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  DEVICE_STATE_TABLE,
  DEVICE_STATES,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { prepareQuery } from '../platform/db/prepare-query.ts';
import { countCriticalAlarms, countOpenAlarms, countUnreadAlarms } from '../alarms/index.ts';
import { countOnlineClients } from '../clients/index.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { ProjectCounts } from './present.ts';
import { buildContainsPattern, toNaturalOrder } from '../platform/db/text-match.ts';

const PROJECT_COLUMNS = [
  'projects.id',
  'projects.owner_id',
  'projects.name',
  'projects.scenario',
  'projects.net_mode',
  'projects.country',
  'projects.province',
  'projects.city',
  'projects.address',
  'projects.time_zone',
  'projects.type_flag',
  'projects.created_at',
  'projects.expires_at',
  'projects.latitude',
  'projects.longitude',
  'projects.copy_of',
] as const;
const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);
const NO_COUNTS: ProjectCounts = {
  deviceCount: 0,
  devicesOnline: 0,
  onlineUsers: 0,
  unreadAlarms: 0,
  openAlarms: 0,
};
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

const getAccountId = (principal: Principal): string =>
  principal.kind === 'account' ? principal.account.id : NO_ACCOUNT;

/** Selects projects that are not deleted, with the facts that decide about the caller's access. */
function selectWithAccess(db: DbOrTx, accountId: string) {
  return db
    .selectFrom('projects')
    .leftJoin('accounts as owners', 'owners.id', 'projects.owner_id')
    .leftJoin('shares', (join) =>
      join
        .onRef('shares.project_id', '=', 'projects.id')
        .on('shares.account_id', '=', accountId)
        .on('shares.ended_at', 'is', null),
    )
    .leftJoin('projects as sources', (join) =>
      join.onRef('sources.id', '=', 'projects.copy_of').on('sources.deleted_at', 'is', null),
    )
    .leftJoin('shares as source_shares', (join) =>
      join
        .onRef('source_shares.project_id', '=', 'sources.id')
        .on('source_shares.account_id', '=', accountId)
        .on('source_shares.right', '=', 'rw')
        .on('source_shares.ended_at', 'is', null),
    )
    .leftJoin('project_marks', (join) =>
      join
        .onRef('project_marks.project_id', '=', 'projects.id')
        .on('project_marks.account_id', '=', accountId),
    )
    .select(PROJECT_COLUMNS)
    .select([
      'owners.account as owner',
      'shares.right as share_right',
      'shares.expires_at as share_expires_at',
      'project_marks.favourite',
      'project_marks.tags',
      'sources.name as source_name',
      'sources.owner_id as source_owner_id',
      'source_shares.id as source_share_id',
      'source_shares.expires_at as source_share_expires_at',
    ])
    .where('projects.deleted_at', 'is', null);
}

/** Returns true when a project has this id, also a deleted one. */
export async function hasProject(db: DbOrTx, id: number): Promise<boolean> {
  const row = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

const readWithAccess = prepareQuery('project-access', (db, accountId: string, id: number) =>
  selectWithAccess(db, accountId).where('projects.id', '=', id),
);

/** Returns a project with the facts about the caller's access. */
export const findProject = async (db: DbOrTx, principal: Principal, id: number) =>
  (await readWithAccess(db, getAccountId(principal), id))[0];

/** Locks a project's row until the transaction ends. */
export const lockProject = prepareQuery('project-lock', (tx, id: number) =>
  tx.selectFrom('projects').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** Returns an account's own and shared projects, or the demos for a visitor. */
export async function listProjects(db: DbOrTx, principal: Principal, search: string | undefined) {
  let query = selectWithAccess(db, getAccountId(principal));
  query =
    principal.kind === 'account'
      ? query.where((where) =>
          where.or([
            where('projects.owner_id', '=', principal.account.id),
            where('shares.id', 'is not', null),
          ]),
        )
      : query.where('projects.id', 'in', [DEMO_WLAN_PROJECT, DEMO_MESH_PROJECT]);
  if (search) query = query.where('projects.name_key', 'like', buildContainsPattern(normalizeName(search)));
  return query.orderBy(toNaturalOrder('projects.name_key')).orderBy('projects.id').execute();
}

const toRestarting = (count = 0): Pick<ProjectCounts, 'devicesRestarting'> =>
  count > 0 ? { devicesRestarting: count } : {};

/**
 * Counts devices, clients and alarms of several projects. Returns a function that returns the counts of a
 * project, with zeros for a project without any.
 */
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
      sql<number>`(count(*) filter (where state = ${DEVICE_STATES.rebooting}))::int`.as('restarting'),
    ])
    .where('project_id', 'in', ids)
    .groupBy('project_id')
    .execute();
  const clients = await countOnlineClients(db, ids);
  const unread = await countUnreadAlarms(db, ids);
  const open = await countOpenAlarms(db, ids);
  const critical = await countCriticalAlarms(db, ids);
  const deviceOf = new Map(devices.map((row) => [row.project_id, row] as const));
  return (id) => ({
    deviceCount: deviceOf.get(id)?.total ?? 0,
    devicesOnline: deviceOf.get(id)?.online ?? 0,
    ...toRestarting(deviceOf.get(id)?.restarting),
    onlineUsers: clients.get(id) ?? 0,
    unreadAlarms: unread.get(id) ?? 0,
    openAlarms: open.get(id) ?? 0,
    criticalAlarms: critical.get(id),
  });
}
