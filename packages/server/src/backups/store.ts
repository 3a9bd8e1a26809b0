import { type Backup, type BackupSync, DomainError } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { listConfigurationRows } from '../jobs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import type { BackupTable } from './tables.ts';

export type BackupRow = Selectable<BackupTable>;

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);

export const selectBackups = (db: DbOrTx, projectId: number) =>
  db
    .selectFrom('backups')
    .leftJoin('devices', 'devices.id', 'backups.device_id')
    .selectAll('backups')
    .select('devices.desired_rev')
    .where('backups.project_id', '=', projectId);

/** Returns backups by their ids; unknown ones are absent. */
export async function readBackups(db: DbOrTx, projectId: number, ids: readonly string[]): Promise<Backup[]> {
  if (ids.length === 0) return [];
  const rows = await selectBackups(db, projectId)
    .where('backups.id', 'in', ids)
    .orderBy('device_name')
    .execute();
  return presentBackups(db, projectId, rows);
}

/** Counts the files of a project that its limit concerns. */
export async function countGeneralBackups(db: DbOrTx, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('backups')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('kind', '=', 'general')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the row of a backup. Throws 259 if the project does not have it. */
export async function requireBackup(db: DbOrTx, projectId: number, id: string): Promise<BackupRow> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return row;
  throw new DomainError('fileMissing', { message: 'The backup no longer exists.' });
}

type JoinedRow = BackupRow & { readonly desired_rev: number | null };

export async function presentBackups(
  db: DbOrTx,
  projectId: number,
  rows: readonly JoinedRow[],
): Promise<Backup[]> {
  const jobIds = [...new Set(rows.flatMap(({ restore_job_id: id }) => id ?? []))];
  const work = await listConfigurationRows(db, projectId, jobIds);
  const states = new Map(
    work.map(({ device_id: deviceId, job_id: jobId, state }) => [`${jobId} ${deviceId}`, state] as const),
  );
  return rows.map((row): Backup => ({
    id: row.id,
    name: row.name,
    ...(row.device_id !== null && { deviceId: row.device_id }),
    deviceName: row.device_name,
    deviceSn: row.device_sn,
    model: row.model,
    ...(row.software !== null && { software: row.software }),
    kind: row.kind,
    ...(row.cause !== null && { cause: row.cause }),
    bytes: row.bytes,
    at: row.taken_at.toISOString(),
    by: row.taken_by,
    ...(row.remark !== null && { remark: row.remark }),
    sync: findSync(row, states.get(`${row.restore_job_id} ${row.device_id}`)),
    revision: row.revision,
  }));
}

/**
 * Returns the state of a file against its device: whether the device has the revision that the file contains, or the one
 * that its restoration has made.
 */
function findSync(row: JoinedRow, restoration: string | undefined): BackupSync {
  const { desired_rev: present, restored_revision: restored, revision } = row;
  if (restoration !== undefined && present === restored) {
    if (OPEN.has(restoration)) return 'synchronizing';
    if (restoration !== 'done') return 'failed';
  }
  return present !== null && (present === revision || present === restored)
    ? 'synchronized'
    : 'unsynchronized';
}
