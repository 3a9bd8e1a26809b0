import { type AlarmRule, isQuiet } from '@northlight/contract';
import { type Entropy, randomId } from '@northlight/runtime';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { rulesOf, NO_RULES } from '../rules.ts';
import { countBehind } from '../store.ts';
import type { AlarmTable } from '../tables.ts';
import { type Notice, noticeOf } from './notices.ts';
import { type Target, targetsOf } from './targets.ts';

/** An alarm is told when it has been shown for so long: by then what has one cause has found it. */
export const SETTLE_MS = 60_000;
/** What was not told by then is not news. */
const OLD_MS = 86_400_000;
const AT_ONCE = 200;

/** Whether there is anything to queue or to send, now or soon: one question, because mostly there is not. */
export async function whatIsDue(db: Db, now: number): Promise<{ due: boolean; waiting: boolean }> {
  const { rows } = await sql<{ next: Date | null }>`
    select least(
        (select min(shown_at) from alarms where considered_at is null and standing = 'shown' and cause_id is null)
          + ${SETTLE_MS}::integer * interval '1 millisecond',
        (select min(resolved_at) from alarms where told and end_told_at is null),
        (select min(next_at) from alarm_deliveries where state = 'queued')
      ) as next`.execute(db);
  const next = rows[0]?.next?.getTime();
  return { due: next !== undefined && next <= now, waiting: next !== undefined };
}

/** Queues notices of alarms that have settled and of told ones that are over; true when there were any to look at. */
export function enqueueNotices(db: Db, entropy: Entropy, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const begun = await tx
      .selectFrom('alarms')
      .selectAll()
      .where('standing', '=', 'shown')
      .where('cause_id', 'is', null)
      .where('considered_at', 'is', null)
      .where('shown_at', '<=', new Date(now - SETTLE_MS))
      .orderBy('shown_at')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    const ended = await tx
      .selectFrom('alarms')
      .selectAll()
      .where('told', '=', true)
      .where('end_told_at', 'is', null)
      .where('resolved_at', 'is not', null)
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (begun.length + ended.length === 0) return false;
    const told = await tell(tx, entropy, begun, ended, now);
    const at = new Date(now);
    if (begun.length > 0)
      await tx
        .updateTable('alarms')
        .set({ considered_at: at })
        .where(
          'id',
          'in',
          begun.map(({ id }) => id),
        )
        .execute();
    if (told.length > 0) await tx.updateTable('alarms').set({ told: true }).where('id', 'in', told).execute();
    if (ended.length > 0)
      await tx
        .updateTable('alarms')
        .set({ end_told_at: at })
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

/** Ids of those whose beginning was told to somebody. */
async function tell(
  tx: Tx,
  entropy: Entropy,
  begun: readonly Row[],
  ended: readonly Row[],
  now: number,
): Promise<string[]> {
  const projectIds = [...new Set([...begun, ...ended].map(({ project_id }) => project_id))];
  const rules = await rulesOf(tx, projectIds);
  const targets = await targetsOf(tx, projectIds, now);
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'name', 'time_zone'])
    .where('id', 'in', projectIds)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(projects.map((project) => [project.id, project] as const));
  const behind = await countBehind(
    tx,
    [...begun, ...ended].map(({ id }) => id),
  );
  const told: string[] = [];
  for (const [moment, row] of [
    ...begun.map((row) => ['begin', row] as const),
    ...ended.map((row) => ['end', row] as const),
  ]) {
    const project = byId.get(row.project_id);
    const to = targets.get(row.project_id) ?? [];
    if (!project || to.length === 0) continue;
    const rule = (rules.get(row.project_id) ?? NO_RULES).of(row.kind);
    if (moment === 'begin' && !isNews(row, rule, project.time_zone, now)) continue;
    const { id, name } = project;
    const notice = noticeOf(moment, { id, name }, row, behind.get(row.id)?.total ?? 0);
    await queueNotice(tx, entropy, to, notice, now);
    if (moment === 'begin') told.push(row.id);
  }
  return told;
}

/** Not what is over already, is old, is not to be told, or happens in quiet hours. */
function isNews(row: Row, rule: AlarmRule, zone: string, now: number): boolean {
  if (row.resolved_at || (row.shown_at?.getTime() ?? 0) < now - OLD_MS || !rule.notify) return false;
  return !rule.quiet || !isQuiet(rule.quiet, zone, now);
}

/** One delivery for each target. */
export async function queueNotice(
  tx: Tx,
  entropy: Entropy,
  targets: readonly Target[],
  { body, subject }: Notice,
  now: number,
): Promise<string[]> {
  const at = new Date(now);
  const rows = targets.map(({ accountId, name, webhookId }) => ({
    id: randomId(entropy, now),
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
  await tx.insertInto('alarm_deliveries').values(rows).execute();
  return rows.map(({ id }) => id);
}
