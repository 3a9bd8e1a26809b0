import { CompiledQuery, sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { JobRowTable } from './tables.ts';

/** States of work that has not ended. */
const OPEN = ['queued', 'sent', 'running'] as const satisfies readonly JobRowTable['state'][];

/** Skips all open work of a project or device; `reason` is shown in the job. */
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

/** Puts the open work of a device back into the queue, for new hardware that has received none of it. */
export async function requeueWork(tx: Tx, deviceId: string, now: Date): Promise<void> {
  await tx
    .updateTable('job_rows')
    .set({ state: 'queued', percent: null, detail: null, updated_at: now })
    .where('device_id', '=', deviceId)
    .where('state', 'in', ['sent', 'running'])
    .execute();
}

/** Skips the open upgrades of a device; `reason` is shown in the job. */
export async function skipUpgrades(tx: Tx, deviceId: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('job_rows')
    .set({ state: 'skipped', detail: reason, updated_at: now })
    .where('device_id', '=', deviceId)
    .where('kind', '=', 'upgrade')
    .where('state', 'in', OPEN)
    .execute();
}

/** Counts the open tasks of a device. */
export async function countOpenTasks(db: DbOrTx, deviceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('job_rows')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('device_id', '=', deviceId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countOpenWork(db: DbOrTx, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('job_rows')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', projectId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects the work in progress in a project, and work whose state changed after `since`. */
export function filterWorkSince(db: DbOrTx, projectId: number, since: Date) {
  return db
    .selectFrom('job_rows')
    .select(['device_id', 'kind', 'state', 'updated_at', 'deadline'])
    .where('project_id', '=', projectId)
    .where((where) => where.or([where('state', 'in', ['sent', 'running']), where('updated_at', '>', since)]))
    .execute();
}

/** Returns the SHA-256 of the software that a device is installing; undefined without an upgrade in progress. */
export async function findSoftwareBeingInstalled(db: DbOrTx, deviceId: string): Promise<string | undefined> {
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

/** Moves waiting rows to the revision that replaces theirs, so that they end with it. Rows that were sent keep their own. */
export async function moveQueuedRevisions(
  tx: Tx,
  moves: readonly { readonly deviceId: string; readonly from: number; readonly to: number }[],
): Promise<void> {
  await sql`update job_rows set rev = moved.to_rev
    from jsonb_to_recordset(${JSON.stringify(
      moves.map(({ deviceId, from, to }) => ({ device_id: deviceId, from_rev: from, to_rev: to })),
    )}::jsonb) as moved(device_id text, from_rev bigint, to_rev bigint)
    where job_rows.device_id = moved.device_id and job_rows.rev = moved.from_rev
      and job_rows.kind = 'configure' and job_rows.state = 'queued'`.execute(tx);
}

/** Lists the devices with open work after its deadline. */
export async function listDevicesWithOverdueWork(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('job_rows')
    .select('device_id')
    .where('state', 'in', OPEN)
    .where('deadline', '<=', now)
    .execute();
  return rows.map((row) => row.device_id);
}

/** Returns the condition that work has not ended, which the index of open work needs. */
const buildOpenSql = (row: string): string =>
  `${row}.state in (${OPEN.map((state) => `'${state}'`).join(', ')})`;

/** Returns the condition on an alias of `job_rows`, as SQL text: an earlier wave of the job has not ended yet. */
const buildHeldByWaveSql = (row: string): string =>
  `${row}.wave > 0 and exists (select 1 from jobs where jobs.id = ${row}.job_id and ${row}.wave > jobs.wave)`;

const HELD_JOBS = `/* prepared: held-jobs */ select distinct job_rows.job_id from job_rows
  where ${buildOpenSql('job_rows')} and ${buildHeldByWaveSql('job_rows')}`;

/** Lists the jobs with work that waits for an earlier wave. */
export async function listHeldJobs(db: DbOrTx): Promise<string[]> {
  const { rows } = await db.executeQuery<{ job_id: string }>(CompiledQuery.raw(HELD_JOBS));
  return rows.map(({ job_id }) => job_id);
}

/**
 * Returns the query, as SQL text, for the open work of a device as one JSON list. `held` is true while an
 * earlier wave has not ended. `revoked` is true for queued work whose requester has lost write access.
 */
export const buildOpenWorkSql = (
  device: string,
  mayWrite: (account: string, project: string) => string,
): string =>
  `select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'rev', r.rev, 'state', r.state,
      'percent', r.percent, 'detail', r.detail, 'code', r.code, 'issues', r.issues, 'args', r.args,
      'revoked', r.state = 'queued' and exists (select 1 from jobs j where j.id = r.job_id and j.actor_id is not null
        and not ${mayWrite('j.actor_id', 'r.project_id')}),
      'held', ${buildHeldByWaveSql('r')},
      'deadline', (extract(epoch from r.deadline) * 1000)::bigint) order by r.id), '[]')
    from job_rows r where r.device_id = ${device} and ${buildOpenSql('r')}`;

/** SQL query for the ids of devices with queued work of a wave that has begun. */
export const DEVICES_WITH_QUEUED_WORK = `select distinct job_rows.device_id from job_rows
  where job_rows.state = 'queued' and not (${buildHeldByWaveSql('job_rows')})`;

/**
 * Returns the SQL text that changes a device's rows within a larger statement. `device` is the name of the
 * table expression in that statement with the device's `id`; `changes` is a JSON list of rows. A change without
 * a result keeps the result. Work that has ended since it was read stays unchanged.
 */
export const buildChangeWorkSql = (device: string, now: string, changes: string): string =>
  `update job_rows set rev = changed.rev, state = changed.state, percent = changed.percent, detail = changed.detail,
    code = changed.code, issues = changed.issues, result = coalesce(changed.result, job_rows.result), updated_at = ${now}
  from ${device}, jsonb_to_recordset(${changes}::jsonb)
    as changed(id uuid, rev bigint, state text, percent real, detail text, code integer, issues jsonb, result jsonb)
  where job_rows.id = changed.id and job_rows.device_id = ${device}.id and ${buildOpenSql('job_rows')}`;
