import {
  ALARM_KINDS,
  type AlarmKind,
  type AlarmRule,
  type AlarmSeverity,
  DEVICE_STATE_TABLE,
  LAN_VLAN_ID,
} from '@northlight/contract';
import {
  type DhcpPoolStat,
  dhcpPoolStats,
  type WirelessBackhaul,
} from '@northlight/contract/device-protocol';
import { type ThresholdAction, evaluateThreshold } from './thresholds.ts';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import { countClientsWithoutAddress, listProjectsWithClients } from '../clients/index.ts';
import { describeWeakBackhaul, readWeakBackhauls } from './weak-backhauls.ts';
import { describeWeakBridgeLink, readWeakBridgeLinks, type WeakLinkEnd } from './weak-bridge-links.ts';
import type { Db } from '../platform/db/database.ts';
import { DEFAULT_RULES, type ProjectRules, readRulesByProject } from './rules.ts';

/** Age after which a figure counts as absent. */
const FRESH_MS = 3 * 60_000;
const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);
const KIND_BY_FIGURE = { cpu: 'cpu-high', mem: 'memory-high', clients: 'clients-high' } as const;
const WATCHED_KINDS = [
  ...Object.values(KIND_BY_FIGURE),
  'dhcp-pool-high',
  'project-clients-high',
  'backhaul-weak',
  'bridge-link-weak',
] as const;
type WatchedKind = (typeof WATCHED_KINDS)[number];

interface Subject {
  readonly projectId: number;
  /** Id of the device; empty for the project itself. */
  readonly deviceId: string;
  readonly name: string;
  readonly kind: WatchedKind;
}
interface Reading extends Subject {
  readonly value: number | undefined;
  /** Pool with the value; present for `dhcp-pool-high` only. */
  readonly pool?: DhcpPoolStat;
  /** Backhaul with the value; present for `backhaul-weak` only. */
  readonly backhaul?: WirelessBackhaul;
  /** Direction with the value; present for `bridge-link-weak` only. */
  readonly linkEnd?: WeakLinkEnd;
}

interface RatedReading extends Reading {
  readonly severity: AlarmSeverity;
}

const toWatchKey = ({ deviceId, kind, projectId }: Omit<Subject, 'name'>): string =>
  `${projectId} ${deviceId} ${kind}`;

/** Checks the latest figures against the rules; returns the projects where an alarm was raised, resolved or reworded. */
export async function watchThresholds(db: Db, entropy: Entropy, now: number): Promise<ReadonlySet<number>> {
  const rules = await readRulesByProject(db);
  const getRule = (projectId: number, kind: WatchedKind): AlarmRule =>
    (rules.get(projectId) ?? DEFAULT_RULES).of(kind);
  const watches = await db.selectFrom('alarm_watches').selectAll().execute();
  const since = new Map(
    watches.map((row) => {
      const kind = row.kind as WatchedKind;
      return [
        toWatchKey({ projectId: row.project_id, deviceId: row.device_id, kind }),
        row.since.getTime(),
      ] as const;
    }),
  );
  const open = await readOpen(db);
  const readings = new Map<string, Reading>();
  // Also ends open alarms and started watches whose figure has no recent report.
  for (const subject of [...open.values(), ...watches.map(toSubject)])
    readings.set(toWatchKey(subject), { ...subject, value: undefined });
  for (const reading of await readFigures(db, computeRelevantLimits([DEFAULT_RULES, ...rules.values()]), now))
    readings.set(toWatchKey(reading), reading);
  const changedProjects = new Set<number>();
  for (const [key, reading] of readings) {
    const {
      enabled,
      severity = computeSeverity(reading),
      threshold = 0,
      toleranceSeconds = 0,
    } = getRule(reading.projectId, reading.kind);
    const action = evaluateThreshold({
      value: enabled ? reading.value : undefined,
      threshold,
      hysteresis: ALARM_KINDS[reading.kind].threshold?.hysteresis ?? 0,
      isLow: ALARM_KINDS[reading.kind].threshold?.isLow ?? false,
      toleranceMs: toleranceSeconds * 1000,
      since: since.get(key),
      open: open.has(key),
      now,
    });
    const isChanged =
      action === 'stay' && open.has(key)
        ? await updatePoolAlarm(db, reading, severity, now)
        : await applyAction(db, entropy, { ...reading, severity }, action, now);
    if (isChanged) changedProjects.add(reading.projectId);
  }
  return changedProjects;
}

const toSubject = (row: { project_id: number; device_id: string; kind: AlarmKind }): Subject => ({
  projectId: row.project_id,
  deviceId: row.device_id,
  name: '',
  kind: row.kind as WatchedKind,
});

async function readOpen(db: Db): Promise<ReadonlyMap<string, Subject>> {
  const rows = await db
    .selectFrom('alarms')
    .select(['project_id', 'device_id', 'device_name', 'kind'])
    .where('kind', 'in', WATCHED_KINDS)
    .where('resolved_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => {
      const subject = {
        ...toSubject({ ...row, device_id: row.device_id ?? '' }),
        name: row.device_name ?? '',
      };
      return [toWatchKey(subject), subject] as const;
    }),
  );
}

/**
 * Returns the limit of each kind beyond which a figure can change an alarm in any project: the lowest figure, or the
 * highest one for a low threshold.
 */
function computeRelevantLimits(rules: readonly ProjectRules[]): Readonly<Record<WatchedKind, number>> {
  const computeLimit = (kind: WatchedKind): number => {
    const { hysteresis = 0, isLow = false } = ALARM_KINDS[kind].threshold ?? {};
    const thresholds = rules.map((each) => each.of(kind).threshold ?? 0);
    return isLow ? Math.max(...thresholds) + hysteresis : Math.min(...thresholds) - hysteresis;
  };
  return Object.fromEntries(WATCHED_KINDS.map((kind) => [kind, computeLimit(kind)])) as Record<
    WatchedKind,
    number
  >;
}

/** Reads the figures of online devices and of projects that have reached the relevant limits. */
async function readFigures(
  db: Db,
  limits: Readonly<Record<WatchedKind, number>>,
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
        where('device_state.cpu', '>=', limits['cpu-high']),
        where('device_state.mem', '>=', limits['memory-high']),
        where('device_state.clients', '>=', limits['clients-high']),
      ]),
    )
    .execute();
  const projects = await listProjectsWithClients(db, limits['project-clients-high']);
  const since = new Date(now - FRESH_MS);
  const weak = await readWeakBackhauls(db, limits['backhaul-weak'], since);
  const weakLinks = await readWeakBridgeLinks(db, limits['bridge-link-weak'], since);
  return [
    ...(await readFullestPools(db, limits['dhcp-pool-high'], now)),
    ...weak.map((reading) => ({ ...reading, kind: 'backhaul-weak' as const })),
    ...weakLinks.map((reading) => ({ ...reading, kind: 'bridge-link-weak' as const })),
    ...devices.flatMap((row) =>
      (['cpu', 'mem', 'clients'] as const).map((figure) => ({
        projectId: row.project_id,
        deviceId: row.id,
        name: row.name,
        kind: KIND_BY_FIGURE[figure],
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

const computePoolPercent = ({ addresses, used }: DhcpPoolStat): number => (100 * used) / addresses;

/** Reads the fullest DHCP pool of each online gateway that has a pool at or above this percentage. */
async function readFullestPools(db: Db, lowestPercent: number, now: number): Promise<Reading[]> {
  const gateways = await db
    .selectFrom('device_state')
    .innerJoin('devices', 'devices.id', 'device_state.device_id')
    .select(['devices.id', 'devices.project_id', 'devices.name', 'device_state.dhcp_pools'])
    .where('device_state.dhcp_pools_at', '>', new Date(now - FRESH_MS))
    .where('devices.state', 'in', ONLINE_STATES)
    .execute();
  return gateways.flatMap((row) => {
    const pools = dhcpPoolStats.safeParse(row.dhcp_pools).data ?? [];
    const [pool] = pools.toSorted((one, other) => computePoolPercent(other) - computePoolPercent(one));
    if (!pool || computePoolPercent(pool) < lowestPercent) return [];
    const device = { projectId: row.project_id, deviceId: row.id, name: row.name };
    return [{ ...device, kind: 'dhcp-pool-high' as const, value: computePoolPercent(pool), pool }];
  });
}

/** Returns the severity of a reading, for projects whose rule sets none: a full DHCP pool is critical. */
const computeSeverity = ({ kind, pool }: Reading): AlarmSeverity =>
  pool && pool.used >= pool.addresses ? 'critical' : ALARM_KINDS[kind].severity;

/**
 * Keeps the text and the severity of an open alarm about a DHCP pool up to date. The first time that it becomes
 * critical, it is notified again. Returns true when the alarm changed.
 */
async function updatePoolAlarm(
  db: Db,
  reading: Reading,
  severity: AlarmSeverity,
  now: number,
): Promise<boolean> {
  if (!reading.pool) return false;
  const event = await describeReading(db, reading);
  const escalates = sql<boolean>`${severity} = 'critical' and severity <> 'critical' and escalated_at is null`;
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set({
      event,
      severity,
      escalated_at: sql`case when ${escalates} then ${new Date(now)}::timestamptz else escalated_at end`,
      considered_at: sql`case when ${escalates} then null else considered_at end`,
    })
    .where('project_id', '=', reading.projectId)
    .where('device_id', '=', reading.deviceId)
    .where('kind', '=', reading.kind)
    .where('resolved_at', 'is', null)
    .where((where) => where.or([where('event', '<>', event), where('severity', '<>', severity)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns true when an alarm was raised or resolved. */
async function applyAction(
  db: Db,
  entropy: Entropy,
  reading: RatedReading,
  action: ThresholdAction,
  now: number,
): Promise<boolean> {
  const { deviceId, kind, projectId } = reading;
  if (action === 'stay') return false;
  const watch = { project_id: projectId, device_id: deviceId, kind };
  if (action === 'begin') {
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
  if (action === 'forget') return false;
  if (action === 'raise') {
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

async function raise(db: Db, entropy: Entropy, reading: RatedReading, now: number): Promise<void> {
  const { deviceId, kind, projectId, severity } = reading;
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
      id: createRandomId(entropy, now),
      project_id: projectId,
      device_id: deviceId || null,
      device_name: device?.name ?? null,
      device_mac: device?.mac ?? null,
      device_model: device?.model ?? null,
      kind,
      severity,
      event: await describeReading(db, reading),
      event_id: null,
      at: new Date(now),
      read_at: null,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function describeReading(db: Db, reading: Reading): Promise<string> {
  const { backhaul, kind, linkEnd, name, pool, value = 0 } = reading;
  const figure = Math.round(value);
  switch (kind) {
    case 'cpu-high':
      return `${name}: the processor is at ${figure}%.`;
    case 'memory-high':
      return `${name}: the memory is at ${figure}%.`;
    case 'clients-high':
      return `${name} has ${figure} clients.`;
    case 'dhcp-pool-high':
      return pool ? `${name}: ${await describePool(db, reading.projectId, pool)}` : '';
    case 'backhaul-weak':
      return backhaul ? describeWeakBackhaul(db, { ...reading, backhaul }) : '';
    case 'bridge-link-weak':
      return linkEnd ? describeWeakBridgeLink(linkEnd) : '';
    case 'project-clients-high':
      return `The project has ${figure} online clients.`;
  }
}

/** Describes a pool of a project; for a full pool, with the clients of its network that got no address. */
async function describePool(db: Db, projectId: number, pool: DhcpPoolStat): Promise<string> {
  const { addresses, used, vlanId } = pool;
  const network = vlanId === LAN_VLAN_ID ? 'the LAN' : `VLAN ${vlanId}`;
  if (used < addresses) return `the DHCP pool of ${network} uses ${used} of ${addresses} addresses.`;
  const without = await countClientsWithoutAddress(db, projectId, vlanId);
  const clients =
    without === 0 ? '' : `, ${without} ${without === 1 ? 'client has' : 'clients have'} no address`;
  return `the DHCP pool of ${network} is full (${used} of ${addresses})${clients}.`;
}
