import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { JobRowTable } from './tables.ts';

/** States of work that has not ended. */
const OPEN = ['queued', 'sent', 'running'] as const satisfies readonly JobRowTable['state'][];

/** Skips all work of a project or of a device that has not ended, for a reason that its job shows. */
export async function skipOpenWork(
  tx: Tx,
  of: { readonly projectId: number } | { readonly deviceId: string },
  reason: string,
  now: Date,
): Promise<void> {
  const rows = tx
    .updateTable('job_rows')
    .set({ state: 'skipped', detail: reason, updated_at: now })
    .where('state', 'in', OPEN);
  await (
    'projectId' in of
      ? rows.where('project_id', '=', of.projectId)
      : rows.where('device_id', '=', of.deviceId)
  ).execute();
}

/** Rows of work in a project that have not ended. */
export async function countOpenWork(db: DbOrTx, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('job_rows')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', projectId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return count;
}

/** Work that devices of a project do now, or whose state changed after `since`. */
export function workSince(db: DbOrTx, projectId: number, since: Date) {
  return db
    .selectFrom('job_rows')
    .select(['device_id', 'kind', 'state', 'updated_at', 'deadline'])
    .where('project_id', '=', projectId)
    .where((where) => where.or([where('state', 'in', ['sent', 'running']), where('updated_at', '>', since)]))
    .execute();
}

/** The SHA-256 of the software that a device was told to install; undefined when no upgrade is under way. */
export async function softwareBeingInstalled(db: DbOrTx, deviceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('job_rows')
    .select('args')
    .where('device_id', '=', deviceId)
    .where('kind', '=', 'upgrade')
    .where('state', 'in', ['sent', 'running'])
    .executeTakeFirst();
  const sha256 = row?.args['sha256'];
  return typeof sha256 === 'string' ? sha256 : undefined;
}

/** Devices with open work whose deadline is over. */
export async function devicesWithOverdueWork(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('job_rows')
    .select('device_id')
    .where('state', 'in', OPEN)
    .where('deadline', '<=', now)
    .execute();
  return rows.map((row) => row.device_id);
}

/** Condition on an alias of `job_rows`, as SQL text: an earlier wave of the job has not ended yet. */
export const heldByWaveSql = (row: string): string =>
  `${row}.wave > 0 and exists (select 1 from jobs where jobs.id = ${row}.job_id and ${row}.wave > jobs.wave)`;

/** Query for the ids of devices with queued work that no earlier wave holds back, as SQL text. */
export const DEVICES_WITH_QUEUED_WORK = `select distinct job_rows.device_id from job_rows
  where job_rows.state = 'queued' and not (${heldByWaveSql('job_rows')})`;
