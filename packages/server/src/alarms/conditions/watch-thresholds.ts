import { type AlarmKind, ALARM_KINDS, type AlarmSeverity } from '@northlight/contract';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { raiseAlarm } from '../raise-alarm.ts';
import { DEFAULT_RULES, type ProjectRules, readRulesByProject } from '../rules.ts';
import type { Condition, Reading, Subject } from './condition.ts';
import { deviceFigures, projectClients } from './figures.ts';
import { fullestPools } from './full-pools.ts';
import { pictureFaults } from './picture-faults.ts';
import { recorderFaults } from './recorder-faults.ts';
import { videoDeviceFaults } from './video-device-faults.ts';
import { evaluateThreshold, type ThresholdAction } from './thresholds.ts';
import { weakBackhauls } from './weak-backhauls.ts';
import { weakBridgeLinks } from './weak-bridge-links.ts';

/** Age after which a figure counts as absent. */
const FRESH_MS = 3 * 60_000;

/** Everything that is watched by a threshold; a new kind is a row here. */
const CONDITIONS: readonly Condition[] = [
  fullestPools,
  weakBackhauls,
  weakBridgeLinks,
  recorderFaults,
  videoDeviceFaults,
  pictureFaults,
  deviceFigures,
  projectClients,
];
const WATCHED_KINDS = CONDITIONS.flatMap(({ kinds }) => kinds);

const toSubject = (row: {
  readonly project_id: number;
  readonly device_id: string | null;
  readonly kind: AlarmKind;
  readonly subject: string;
}): Subject => ({
  projectId: row.project_id,
  deviceId: row.device_id ?? '',
  kind: row.kind,
  subject: row.subject,
});

const toKey = ({ deviceId, kind, projectId, subject = '' }: Subject): string =>
  `${projectId} ${deviceId} ${kind} ${subject}`;

/** Checks the latest figures against the rules; returns the projects where an alarm was raised, resolved or reworded. */
export async function watchThresholds(db: Db, entropy: Entropy, now: number): Promise<ReadonlySet<number>> {
  const rules = await readRulesByProject(db);
  const watches = await db.selectFrom('alarm_watches').selectAll().execute();
  const since = new Map(watches.map((row) => [toKey(toSubject(row)), row.since.getTime()] as const));
  const raised = (await readOpen(db)).map(toSubject);
  const open = new Set(raised.map(toKey));
  // Also ends open alarms and started watches whose figure has no recent report.
  const watched = new Map<string, Subject | Reading>();
  for (const subject of [...raised, ...watches.map(toSubject)]) watched.set(toKey(subject), subject);
  for (const reading of await readFigures(db, [DEFAULT_RULES, ...rules.values()], now))
    watched.set(toKey(reading), reading);
  const changedProjects = new Set<number>();
  for (const [key, subject] of watched) {
    const { kind, projectId } = subject;
    const reading = 'value' in subject ? subject : undefined;
    const {
      enabled,
      severity,
      threshold = 0,
      toleranceSeconds = 0,
    } = (rules.get(projectId) ?? DEFAULT_RULES).of(kind);
    const action = evaluateThreshold({
      value: enabled ? reading?.value : undefined,
      threshold,
      ...getLimits(kind),
      // The grouping holds alarms that planned work can explain, for their tolerance too.
      toleranceMs: ALARM_KINDS[kind].waitsForPlannedWork ? 0 : toleranceSeconds * 1000,
      since: since.get(key),
      open: open.has(key),
      now,
    });
    const alarm = {
      ...subject,
      severity: severity ?? reading?.severity ?? ALARM_KINDS[kind].severity,
      describe: async () => reading?.describe(db) ?? '',
    };
    const isChanged =
      action === 'stay' && open.has(key)
        ? reading?.isFollowed === true && (await followReading(db, alarm, now))
        : await applyAction(db, entropy, alarm, action, now);
    if (isChanged) changedProjects.add(projectId);
  }
  return changedProjects;
}

const getLimits = (kind: AlarmKind): { readonly hysteresis: number; readonly isLow: boolean } => {
  const { hysteresis = 0, isLow = false } = ALARM_KINDS[kind].threshold ?? {};
  return { hysteresis, isLow };
};

const readOpen = (db: Db) =>
  db
    .selectFrom('alarms')
    .select(['project_id', 'device_id', 'kind', 'subject'])
    .where('kind', 'in', WATCHED_KINDS)
    .where('resolved_at', 'is', null)
    .execute();

/** Reads the figures that can change an alarm in any project. */
async function readFigures(db: Db, rules: readonly ProjectRules[], now: number): Promise<Reading[]> {
  /** Returns the lowest figure beyond which alarms of a kind can change, or the highest one for a low threshold. */
  const getLimit = (kind: AlarmKind): number => {
    const { hysteresis, isLow } = getLimits(kind);
    const thresholds = rules.map((each) => each.of(kind).threshold ?? 0);
    return isLow ? Math.max(...thresholds) + hysteresis : Math.min(...thresholds) - hysteresis;
  };
  const readings: Reading[][] = [];
  for (const { read } of CONDITIONS) readings.push(await read(db, getLimit, new Date(now - FRESH_MS)));
  return readings.flat();
}

interface WatchedAlarm extends Subject {
  readonly severity: AlarmSeverity;
  readonly describe: () => Promise<string>;
}

/**
 * Keeps the text and the severity of an open alarm up to date. The first time that it becomes critical, it is
 * notified again. Returns true when the alarm changed.
 */
async function followReading(
  db: Db,
  { describe, deviceId, kind, projectId, severity, subject = '' }: WatchedAlarm,
  now: number,
): Promise<boolean> {
  const event = await describe();
  const escalates = sql<boolean>`${severity} = 'critical' and severity <> 'critical' and escalated_at is null`;
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set({
      event,
      severity,
      escalated_at: sql`case when ${escalates} then ${new Date(now)}::timestamptz else escalated_at end`,
      considered_at: sql`case when ${escalates} then null else considered_at end`,
    })
    .where('project_id', '=', projectId)
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .where((where) => where.or([where('event', '<>', event), where('severity', '<>', severity)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns true when an alarm was raised or resolved. */
async function applyAction(
  db: Db,
  entropy: Entropy,
  alarm: WatchedAlarm,
  action: ThresholdAction,
  now: number,
): Promise<boolean> {
  const { deviceId, kind, projectId, subject = '' } = alarm;
  const at = new Date(now);
  if (action === 'stay') return false;
  if (action === 'begin') {
    await db
      .insertInto('alarm_watches')
      .values({ project_id: projectId, device_id: deviceId, kind, subject, since: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return false;
  }
  await db
    .deleteFrom('alarm_watches')
    .where('project_id', '=', projectId)
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
  if (action === 'raise')
    await raiseAlarm(db, {
      ...alarm,
      id: createRandomId(entropy, now),
      deviceId: deviceId === '' ? undefined : deviceId,
      at,
    });
  if (action === 'resolve')
    await db
      .updateTable('alarms')
      .set({ resolved_at: at })
      .where('project_id', '=', projectId)
      .where(sql`coalesce(device_id, '')`, '=', deviceId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('resolved_at', 'is', null)
      .execute();
  return action !== 'forget';
}
