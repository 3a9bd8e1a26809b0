import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { AlarmTable } from './tables.ts';

const COUNT = sql<number>`count(*)::int`.as('count');

/** Selects the shown alarms that are not a consequence of another alarm. */
const selectShownCauses = (db: DbOrTx, projectIds: readonly number[]) =>
  db
    .selectFrom('alarms')
    .where('project_id', 'in', projectIds)
    .where('status', '=', sql.lit('shown'))
    .where('cause_id', 'is', null);

type ByProject = ReadonlyMap<number, number>;
const countByProject = (rows: readonly { project_id: number; count: number }[]): ByProject =>
  new Map(rows.map(({ count, project_id }) => [project_id, count] as const));

/** Counts the unread alarms by project; projects without any are omitted. */
export async function countUnreadAlarms(db: DbOrTx, projectIds: readonly number[]): Promise<ByProject> {
  if (projectIds.length === 0) return new Map();
  const unread = selectShownCauses(db, projectIds).where('read_at', 'is', null);
  return countByProject(await unread.select(['project_id', COUNT]).groupBy('project_id').execute());
}

/** Counts the open alarms by project; projects without any are omitted. */
export async function countOpenAlarms(db: DbOrTx, projectIds: readonly number[]): Promise<ByProject> {
  if (projectIds.length === 0) return new Map();
  const open = selectShownCauses(db, projectIds).where('resolved_at', 'is', null);
  return countByProject(await open.select(['project_id', COUNT]).groupBy('project_id').execute());
}

/** Counts the open critical alarms by project; projects without any are omitted. */
export async function countCriticalAlarms(db: DbOrTx, projectIds: readonly number[]): Promise<ByProject> {
  if (projectIds.length === 0) return new Map();
  const open = selectShownCauses(db, projectIds)
    .where('resolved_at', 'is', null)
    .where('severity', '=', 'critical');
  return countByProject(await open.select(['project_id', COUNT]).groupBy('project_id').execute());
}

/** Lists the open alarms of several projects, newest first. */
export async function listNewestOpenAlarms(db: DbOrTx, projectIds: readonly number[], limit: number) {
  if (projectIds.length === 0) return [];
  return selectShownCauses(db, projectIds)
    .where('resolved_at', 'is', null)
    .select(['id', 'at', 'severity', 'event', 'project_id'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts the unresolved alarms of a project by severity, consequences included. */
export function countUnresolvedAlarms(
  db: DbOrTx,
  projectId: number,
): Promise<{ severity: AlarmTable['severity']; count: number }[]> {
  return db
    .selectFrom('alarms')
    .select(['severity', COUNT])
    .where('project_id', '=', projectId)
    .where('resolved_at', 'is', null)
    .groupBy('severity')
    .execute();
}

/** Resolves the open alarms of a device that leaves its project, and deletes its changes of ports and parents. */
export async function resolveAlarmsOfDevice(tx: Tx, deviceId: string, now: Date): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ resolved_at: now })
    .where('device_id', '=', deviceId)
    .where('resolved_at', 'is', null)
    .execute();
  for (const table of ['port_changes', 'parent_changes'] as const)
    await tx.deleteFrom(table).where('device_id', '=', deviceId).execute();
}
