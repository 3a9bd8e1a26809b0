import { ALARM_KINDS, type AlarmKind, type AlarmSeverity } from '@northlight/contract';
import { groupAlarms, type GroupingPlan, type GroupingState, type RaisedAlarm } from './group-alarms.ts';
import { type Entropy, createRandomId } from '@northlight/runtime';
import type { Db, Tx } from '../../platform/db/database.ts';
import { readGroupingState } from './read-grouping-state.ts';
import { raiseAlarm } from '../raise-alarm.ts';
import { readRules } from '../rules.ts';

/**
 * Maximum number of rounds: the first one raises a site alarm, and the next one makes the device alarms its
 * consequences.
 */
const MAX_ROUNDS = 3;

/** Groups the alarms of one project under a row lock; returns true when an alarm changed. */
export function groupProject(db: Db, entropy: Entropy, projectId: number, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('alarm_groupings')
      .values({ project_id: projectId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .selectFrom('alarm_groupings')
      .select('project_id')
      .where('project_id', '=', projectId)
      .forUpdate()
      .executeTakeFirst();
    const rules = await readRules(tx, projectId);
    let changed = false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const state: GroupingState = {
        ...(await readGroupingState(tx, projectId, now)),
        now,
        ruleOf: (kind) => rules.of(kind),
      };
      const plan = groupAlarms(state);
      const getSeverity = (kind: RaisedAlarm['kind']) =>
        rules.of(kind).severity ?? ALARM_KINDS[kind].severity;
      const hasChanges = await writePlan(tx, entropy, projectId, plan, getSeverity, new Date(now));
      await applyRuleSeverities(tx, state, plan, (kind) => rules.of(kind).severity);
      changed ||= hasChanges;
      if (plan.raised.length + plan.reopened.length === 0) break;
    }
    return changed;
  });
}

async function writePlan(
  tx: Tx,
  entropy: Entropy,
  projectId: number,
  plan: GroupingPlan,
  severityOf: (kind: RaisedAlarm['kind']) => AlarmSeverity,
  now: Date,
): Promise<boolean> {
  const { dropped, updated, raised, reopened, repeated, resolved } = await omitLockedAlarms(tx, plan);
  if (dropped.length > 0) await tx.deleteFrom('alarms').where('id', 'in', dropped).execute();
  if (resolved.length > 0)
    await tx
      .updateTable('alarms')
      .set({ resolved_at: now })
      .where('id', 'in', resolved)
      .where('resolved_at', 'is', null)
      .execute();
  const alike = Map.groupBy(updated, ({ causeId, status }) => `${status} ${causeId ?? ''}`);
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    await tx
      .updateTable('alarms')
      .set((where) => ({
        status: first.status,
        cause_id: first.causeId ?? null,
        ...(first.status === 'shown' && { shown_at: where.fn.coalesce('shown_at', where.val(now)) }),
      }))
      .where(
        'id',
        'in',
        group.map(({ id }) => id),
      )
      .execute();
  }
  if (reopened.length > 0)
    await tx.updateTable('alarms').set({ resolved_at: null }).where('id', 'in', reopened).execute();
  for (const { id, lastAt, occurrences } of repeated)
    await tx
      .updateTable('alarms')
      .set({ occurrences, last_at: new Date(lastAt) })
      .where('id', '=', id)
      .execute();
  for (const { at, kind, lastAt, subject, ...alarm } of raised)
    await raiseAlarm(tx, {
      ...alarm,
      id: createRandomId(entropy, now.getTime()),
      projectId,
      kind,
      severity: severityOf(kind),
      describe: (deviceName) => describeAlarm(kind, deviceName, subject),
      at: new Date(at),
      subject,
      lastAt: lastAt === undefined ? undefined : new Date(lastAt),
    });
  return [dropped, resolved, reopened, updated, repeated, raised].some(({ length }) => length > 0);
}

function describeAlarm(kind: RaisedAlarm['kind'], name: string, port: string): string {
  if (kind === 'port-flapping')
    return `${name}: port ${port} is flapping: its link goes up and down repeatedly.`;
  if (kind === 'device-flapping') return `${name} keeps disconnecting.`;
  if (kind === 'backhaul-flapping') return `${name} changes its parent repeatedly.`;
  if (kind === 'uplink-down') return `${name}: the uplink port ${port} lost its link.`;
  return 'The site lost its connection: all its devices went offline at once.';
}

/** Sets the severity of alarms that are shown for the first time, by the project's rules. */
async function applyRuleSeverities(
  tx: Tx,
  { alarms }: GroupingState,
  { updated }: GroupingPlan,
  severityOf: (kind: AlarmKind) => AlarmSeverity | undefined,
): Promise<void> {
  const shown = new Set(updated.filter(({ status }) => status === 'shown').map(({ id }) => id));
  const fresh = alarms.filter(({ id, status }) => status !== 'shown' && shown.has(id));
  for (const [kind, group] of Map.groupBy(fresh, (alarm) => alarm.kind)) {
    const severity = severityOf(kind);
    if (severity === undefined) continue;
    const ids = group.map(({ id }) => id);
    await tx.updateTable('alarms').set({ severity }).where('id', 'in', ids).execute();
  }
}

/**
 * Locks the plan's alarms. Omits alarms that a device step has locked, because that step requests another
 * grouping when it ends.
 */
async function omitLockedAlarms(tx: Tx, plan: GroupingPlan): Promise<GroupingPlan> {
  const ids = [
    ...plan.dropped,
    ...plan.resolved,
    ...plan.reopened,
    ...[...plan.updated, ...plan.repeated].map(({ id }) => id),
  ];
  if (ids.length === 0) return plan;
  const rows = await tx
    .selectFrom('alarms')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .forUpdate()
    .skipLocked()
    .execute();
  const free = new Set(rows.map(({ id }) => id));
  return {
    raised: plan.raised,
    dropped: plan.dropped.filter((id) => free.has(id)),
    resolved: plan.resolved.filter((id) => free.has(id)),
    reopened: plan.reopened.filter((id) => free.has(id)),
    updated: plan.updated.filter(({ id }) => free.has(id)),
    repeated: plan.repeated.filter(({ id }) => free.has(id)),
  };
}
