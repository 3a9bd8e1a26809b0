import type { Api, Backup, BackupSync, HandlerInput } from '@northlight/contract';
import { sql } from 'kysely';
import { cutPage, presentPage } from '../platform/db/cut-page.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { compareIgnoringCase, containsText } from '../platform/db/text-match.ts';
import { formatTimeCursor, parseTimeCursor } from '../platform/db/time-cursor.ts';
import { presentBackups, selectBackups } from './store.ts';

type BackupQuery = HandlerInput<Api['backupList']>['query'];

const SEARCHED = ['backups.name', 'backups.device_name', 'backups.remark', 'backups.taken_by'];

/** Lists the backups of a project, latest first. */
export async function listBackups(
  db: DbOrTx,
  projectId: number,
  { cursor, device, deviceId, limit, search, sync, type }: BackupQuery,
) {
  const after = parseTimeCursor(cursor);
  let rows = selectBackups(db, projectId);
  if (type === 'general' || type === 'restore-point' || type === 'automatic')
    rows = rows.where('backups.kind', '=', type);
  else if (type !== undefined) rows = rows.where('backups.cause', '=', type);
  if (deviceId !== undefined) rows = rows.where('backups.device_id', '=', deviceId);
  if (device !== undefined) rows = rows.where(compareIgnoringCase('backups.device_name', device));
  if (search !== undefined) rows = rows.where(containsText(SEARCHED, search));
  if (sync !== undefined) rows = rows.where(await buildSyncCondition(db, projectId, sync));
  if (after)
    rows = rows.where(
      sql<boolean>`(backups.taken_at, backups.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  const read = await rows
    .orderBy('backups.taken_at', 'desc')
    .orderBy('backups.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = cutPage(read, limit, ({ id, taken_at: at }) => formatTimeCursor({ at, id }));
  return presentPage(
    { ...page, rows: await presentBackups(db, projectId, page.rows) },
    (backup: Backup) => backup,
  );
}

/** Returns the condition for files of a state. Few files have a restoration whose job decides the state. */
async function buildSyncCondition(db: DbOrTx, projectId: number, sync: BackupSync) {
  const restored = await selectBackups(db, projectId)
    .where('backups.restore_job_id', 'is not', null)
    .whereRef('backups.restored_revision', '=', 'devices.desired_rev')
    .execute();
  const decided = await presentBackups(db, projectId, restored);
  const withState = decided.filter((backup) => backup.sync === sync).map(({ id }) => id);
  const isDecided = sql<boolean>`backups.id = any(${decided.map(({ id }) => id)}::uuid[])`;
  const hasState = sql<boolean>`backups.id = any(${withState}::uuid[])`;
  const isPresent = sql<boolean>`coalesce(devices.desired_rev = backups.revision, false)`;
  if (sync === 'synchronized') return sql<boolean>`(${hasState} or (not ${isDecided} and ${isPresent}))`;
  if (sync === 'unsynchronized')
    return sql<boolean>`(${hasState} or (not ${isDecided} and not ${isPresent}))`;
  return hasState;
}
