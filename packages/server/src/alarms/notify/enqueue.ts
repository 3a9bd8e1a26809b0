import { type AlarmRule, isQuiet } from '@northlight/contract';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { type Selectable, sql } from 'kysely';
import { insertRows } from '../../platform/db/insert-rows.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { readRulesByProject, DEFAULT_RULES } from '../rules.ts';
import { countConsequences } from '../store.ts';
import type { AlarmTable } from '../tables.ts';
import { type Notice, buildNotice } from './notices.ts';
import { type Target, readTargets } from './targets.ts';

/** Delay between showing an alarm and sending its notice, so that its cause is known by then. */
export const NOTICE_DELAY_MS = 60_000;
/** Maximum age of an alarm at its first notice. */
const MAX_AGE_MS = 86_400_000;
const BATCH_SIZE = 200;

/** Checks in one query whether notices are due now or wait for a later time. */
export async function findDueWork(db: Db, now: number): Promise<{ due: boolean; waiting: boolean }> {
  const { rows } = await sql<{ next: Date | null }>`
    select least(
        (select min(greatest(shown_at, escalated_at)) from alarms
          where considered_at is null and status = 'shown' and cause_id is null)
          + ${NOTICE_DELAY_MS}::integer * interval '1 millisecond',
        (select min(resolved_at) from alarms where notified and end_notified_at is null),
        (select min(next_at) from alarm_deliveries where state = 'queued')
      ) as next`.execute(db);
  const next = rows[0]?.next?.getTime();
  return { due: next !== undefined && next <= now, waiting: next !== undefined };
}

/**
 * Queues notices for alarms that have been shown, or critical, for `NOTICE_DELAY_MS`, and for the end of alarms whose
 * start was notified. Returns true when it processed any alarm.
 */
export function enqueueNotices(db: Db, entropy: Entropy, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const started = await tx
      .selectFrom('alarms')
      .selectAll()
      .where('status', '=', 'shown')
      .where('cause_id', 'is', null)
      .where('considered_at', 'is', null)
      .where(sql`greatest(shown_at, escalated_at)`, '<=', new Date(now - NOTICE_DELAY_MS))
      .orderBy('shown_at')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute();
    const ended = await tx
      .selectFrom('alarms')
      .selectAll()
      .where('notified', '=', true)
      .where('end_notified_at', 'is', null)
      .where('resolved_at', 'is not', null)
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (started.length + ended.length === 0) return false;
    const notifiedIds = await queueNotices(tx, entropy, started, ended, now);
    const at = new Date(now);
    if (started.length > 0)
      await tx
        .updateTable('alarms')
        .set({ considered_at: at })
        .where(
          'id',
          'in',
          started.map(({ id }) => id),
        )
        .execute();
    if (notifiedIds.length > 0)
      await tx.updateTable('alarms').set({ notified: true }).where('id', 'in', notifiedIds).execute();
    if (ended.length > 0)
      await tx
        .updateTable('alarms')
        .set({ end_notified_at: at })
        .where(
          'id',
          'in',
          ended.map(({ id }) => id),
        )
        .execute();
    return true;
  });
}

type Row = Selectable<AlarmTable>;

/** Queues the notices; returns the ids of started alarms that were sent to at least one target. */
async function queueNotices(
  tx: Tx,
  entropy: Entropy,
  started: readonly Row[],
  ended: readonly Row[],
  now: number,
): Promise<string[]> {
  const projectIds = [...new Set([...started, ...ended].map(({ project_id }) => project_id))];
  const rules = await readRulesByProject(tx, projectIds);
  const targets = await readTargets(tx, projectIds, now);
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'name', 'time_zone'])
    .where('id', 'in', projectIds)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(projects.map((project) => [project.id, project] as const));
  const behind = await countConsequences(
    tx,
    [...started, ...ended].map(({ id }) => id),
  );
  const notifiedIds: string[] = [];
  for (const [moment, row] of [
    ...started.map((row) => ['begin', row] as const),
    ...ended.map((row) => ['end', row] as const),
  ]) {
    const project = byId.get(row.project_id);
    const recipients = (targets.get(row.project_id) ?? []).filter(
      ({ criticalOnly }) => !criticalOnly || row.severity === 'critical',
    );
    if (!project || recipients.length === 0) continue;
    const rule = (rules.get(row.project_id) ?? DEFAULT_RULES).of(row.kind);
    if (moment === 'begin' && !shouldNotify(row, rule, project.time_zone, now)) continue;
    const { id, name } = project;
    const notice = buildNotice(moment, { id, name }, row, behind.get(row.id)?.total ?? 0);
    await queueNotice(tx, entropy, recipients, notice, now);
    if (moment === 'begin') notifiedIds.push(row.id);
  }
  return notifiedIds;
}

/** Returns false for an alarm that is over, too old, excluded by its rule, or in quiet hours. */
function shouldNotify(row: Row, rule: AlarmRule, zone: string, now: number): boolean {
  const since = (row.escalated_at ?? row.shown_at)?.getTime() ?? 0;
  if (row.resolved_at || since < now - MAX_AGE_MS || !rule.notify) return false;
  return !rule.quiet || !isQuiet(rule.quiet, zone, now);
}

/** Queues one delivery for each target; returns their ids. */
export async function queueNotice(
  tx: Tx,
  entropy: Entropy,
  targets: readonly Target[],
  { body, subject }: Notice,
  now: number,
): Promise<string[]> {
  const at = new Date(now);
  const rows = targets.map(({ accountId, name, webhookId }) => ({
    id: createRandomId(entropy, now),
    project_id: body.project.id,
    webhook_id: webhookId ?? null,
    account_id: accountId ?? null,
    target: name,
    moment: body.moment,
    subject,
    body: JSON.stringify(body),
    state: 'queued' as const,
    attempts: 0,
    next_at: at,
    status: null,
    detail: null,
    created_at: at,
    ended_at: null,
  }));
  await insertRows(tx, 'alarm_deliveries', rows).execute();
  return rows.map(({ id }) => id);
}
