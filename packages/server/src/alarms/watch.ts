import { ALARM_KINDS, type AlarmKind, type AlarmRule, DEVICE_STATE_TABLE } from '@northlight/contract';
import { type Verdict, judgeThreshold } from './thresholds.ts';
import { type Entropy, randomId } from '@northlight/runtime';
import { sql } from 'kysely';
import { projectsWithClients } from '../clients/index.ts';
import type { Db } from '../platform/db/database.ts';
import { NO_RULES, type ProjectRules, rulesOf } from './rules.ts';

/** A figure that is older counts as absent. */
const FRESH_MS = 3 * 60_000;
const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);
const OF_DEVICES = { cpu: 'cpu-high', mem: 'memory-high', clients: 'clients-high' } as const;
const WATCHED = [...Object.values(OF_DEVICES), 'project-clients-high'] as const;
type WatchedKind = (typeof WATCHED)[number];

interface Subject {
  readonly projectId: number;
  /** Empty for the project itself. */
  readonly deviceId: string;
  readonly name: string;
  readonly kind: WatchedKind;
}
interface Reading extends Subject {
  readonly value: number | undefined;
}

const keyOf = ({ deviceId, kind, projectId }: Omit<Subject, 'name'>): string =>
  `${projectId} ${deviceId} ${kind}`;

/** Holds the latest figures against the rules; answers the projects where an alarm began or ended. */
export async function watchThresholds(db: Db, entropy: Entropy, now: number): Promise<ReadonlySet<number>> {
  const rules = await rulesOf(db);
  const ruleOf = (projectId: number, kind: WatchedKind): AlarmRule =>
    (rules.get(projectId) ?? NO_RULES).of(kind);
  const watches = await db.selectFrom('alarm_watches').selectAll().execute();
  const since = new Map(
    watches.map((row) => {
      const kind = row.kind as WatchedKind;
      return [
        keyOf({ projectId: row.project_id, deviceId: row.device_id, kind }),
        row.since.getTime(),
      ] as const;
    }),
  );
  const open = await readOpen(db);
  const readings = new Map<string, Reading>();
  // What is open or has begun, and nobody tells of any more, ends.
  for (const subject of [...open.values(), ...watches.map(subjectOf)])
    readings.set(keyOf(subject), { ...subject, value: undefined });
  for (const reading of await readFigures(db, lowest([NO_RULES, ...rules.values()]), now))
    readings.set(keyOf(reading), reading);
  const touched = new Set<number>();
  for (const [key, reading] of readings) {
    const { enabled, threshold = 0, toleranceSeconds = 0 } = ruleOf(reading.projectId, reading.kind);
    const verdict = judgeThreshold({
      value: enabled ? reading.value : undefined,
      threshold,
      hysteresis: ALARM_KINDS[reading.kind].threshold?.hysteresis ?? 0,
      toleranceMs: toleranceSeconds * 1000,
      since: since.get(key),
      open: open.has(key),
      now,
    });
    if (await write(db, entropy, reading, verdict, now)) touched.add(reading.projectId);
  }
  return touched;
}

const subjectOf = (row: { project_id: number; device_id: string; kind: AlarmKind }): Subject => ({
  projectId: row.project_id,
  deviceId: row.device_id,
  name: '',
  kind: row.kind as WatchedKind,
});

async function readOpen(db: Db): Promise<ReadonlyMap<string, Subject>> {
  const rows = await db
    .selectFrom('alarms')
    .select(['project_id', 'device_id', 'device_name', 'kind'])
    .where('kind', 'in', WATCHED)
    .where('resolved_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => {
      const subject = {
        ...subjectOf({ ...row, device_id: row.device_id ?? '' }),
        name: row.device_name ?? '',
      };
      return [keyOf(subject), subject] as const;
    }),
  );
}

/** The lowest figure of each kind that means anything to anybody. */
function lowest(rules: readonly ProjectRules[]): Readonly<Record<WatchedKind, number>> {
  const least = (kind: WatchedKind): number => {
    const { hysteresis = 0 } = ALARM_KINDS[kind].threshold ?? {};
    return Math.min(...rules.map((each) => each.of(kind).threshold ?? 0)) - hysteresis;
  };
  return Object.fromEntries(WATCHED.map((kind) => [kind, least(kind)])) as Record<WatchedKind, number>;
}

/** Figures that are near their threshold; all others are far below. */
async function readFigures(
  db: Db,
  least: Readonly<Record<WatchedKind, number>>,
  now: number,
): Promise<Reading[]> {
  const devices = await db
    .selectFrom('device_state')
    .innerJoin('devices', 'devices.id', 'device_state.device_id')
    .select(['devices.id', 'devices.project_id', 'devices.name'])
    .select(['device_state.cpu', 'device_state.mem', 'device_state.clients'])
    .where('device_state.reported_at', '>', new Date(now - FRESH_MS))
    .where('devices.state', 'in', ONLINE_STATES)
    .where((where) =>
      where.or([
        where('device_state.cpu', '>=', least['cpu-high']),
        where('device_state.mem', '>=', least['memory-high']),
        where('device_state.clients', '>=', least['clients-high']),
      ]),
    )
    .execute();
  const projects = await projectsWithClients(db, least['project-clients-high']);
  return [
    ...devices.flatMap((row) =>
      (['cpu', 'mem', 'clients'] as const).map((figure) => ({
        projectId: row.project_id,
        deviceId: row.id,
        name: row.name,
        kind: OF_DEVICES[figure],
        value: row[figure] ?? undefined,
      })),
    ),
    ...projects.map(({ count, project_id }) => ({
      projectId: project_id,
      deviceId: '',
      name: '',
      kind: 'project-clients-high' as const,
      value: count,
    })),
  ];
}

/** True when an alarm began or ended. */
async function write(
  db: Db,
  entropy: Entropy,
  reading: Reading,
  verdict: Verdict,
  now: number,
): Promise<boolean> {
  const { deviceId, kind, projectId } = reading;
  if (verdict === 'stay') return false;
  const watch = { project_id: projectId, device_id: deviceId, kind };
  if (verdict === 'begin') {
    await db
      .insertInto('alarm_watches')
      .values({ ...watch, since: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return false;
  }
  await db
    .deleteFrom('alarm_watches')
    .where('project_id', '=', projectId)
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .execute();
  if (verdict === 'forget') return false;
  if (verdict === 'raise') {
    await raise(db, entropy, reading, now);
    return true;
  }
  await db
    .updateTable('alarms')
    .set({ resolved_at: new Date(now) })
    .where('project_id', '=', projectId)
    .where(sql`coalesce(device_id, '')`, '=', deviceId)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
  return true;
}

async function raise(db: Db, entropy: Entropy, reading: Reading, now: number): Promise<void> {
  const { deviceId, kind, projectId } = reading;
  const device =
    deviceId === ''
      ? undefined
      : await db
          .selectFrom('devices')
          .select(['name', 'mac', 'model'])
          .where('id', '=', deviceId)
          .executeTakeFirst();
  if (deviceId !== '' && !device) return;
  await db
    .insertInto('alarms')
    .values({
      id: randomId(entropy, now),
      project_id: projectId,
      device_id: deviceId || null,
      device_name: device?.name ?? null,
      device_mac: device?.mac ?? null,
      device_model: device?.model ?? null,
      kind,
      severity: ALARM_KINDS[kind].severity,
      event: sentence(reading),
      event_id: null,
      at: new Date(now),
      read_at: null,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function sentence({ kind, name, value = 0 }: Reading): string {
  const figure = Math.round(value);
  switch (kind) {
    case 'cpu-high':
      return `${name}: the processor is at ${figure} %.`;
    case 'memory-high':
      return `${name}: the memory is at ${figure} %.`;
    case 'clients-high':
      return `${name} has ${figure} clients.`;
    case 'project-clients-high':
      return `The project has ${figure} online clients.`;
  }
}
