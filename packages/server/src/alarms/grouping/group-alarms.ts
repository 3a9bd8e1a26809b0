/**
 * What alarms of a project are one: pure, from what its devices, its open alarms and its running jobs are now. The same
 * answer comes whoever asks and however often, so that servers beside each other and a look that is repeated agree.
 */
import { DEVICE_STATES, ALARM_KINDS, type AlarmKind } from '@northlight/contract';
import { type Flapping, FLAP_QUIET_MS, flappingPorts, type PortChange, portKey } from './flapping.ts';
import { judgeUplinks } from './uplinks.ts';
import { plannedFor, type WorkRow } from './planned-work.ts';
import { ancestorsOf, type Parents, parentsOf, type TreeDevice } from './site-tree.ts';

/** Devices of one failure are noticed within this: a keepalive, and a look. */
export const ONE_FAILURE_MS = 60_000;
/** What was found so much earlier than its cause is still its consequence. */
export const ADOPTED_MS = 5 * 60_000;
/** After its cause has ended, a device has so long to come back before it is an alarm of its own. */
export const GRACE_MS = 3 * 60_000;
/** What is found so long after its cause has ended was lost with it. */
const LATE_MS = 2 * 60_000;
/** A switch that has too little power lets go within this. */
const POWER_MS = 10 * 60_000;
const POWERED: ReadonlySet<string> = new Set(['ap', 'ipc', 'cpe', 'mesh']);

export type AlarmStanding = 'new' | 'held' | 'shown';

export interface GroupedDevice extends TreeDevice {
  readonly state: number;
  /** True until it has spoken for the first time. */
  readonly waiting: boolean;
}

export interface GroupedAlarm {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly deviceId: string | undefined;
  /** Of several of a kind on one device: which port. */
  readonly subject: string;
  readonly at: number;
  readonly resolvedAt: number | undefined;
  readonly causeId: string | undefined;
  readonly standing: AlarmStanding;
  readonly occurrences: number;
  readonly lastAt: number | undefined;
}

export interface GroupingRule {
  readonly enabled: boolean;
  readonly toleranceSeconds?: number | undefined;
  readonly threshold?: number | undefined;
}

export interface GroupingState {
  readonly now: number;
  readonly devices: readonly GroupedDevice[];
  /** Open ones, those that nobody has looked at, and those that ended a moment ago. */
  readonly alarms: readonly GroupedAlarm[];
  readonly work: readonly WorkRow[];
  readonly portChanges: readonly PortChange[];
  /** Of what has changed, the ports that lead up (`portKey`). */
  readonly uplinkPorts: ReadonlySet<string>;
  readonly ruleOf: (kind: AlarmKind) => GroupingRule;
}

export interface RaisedAlarm {
  readonly kind: AlarmKind;
  readonly deviceId: string | undefined;
  readonly subject: string;
  readonly at: number;
  readonly occurrences: number;
  readonly lastAt: number | undefined;
}

/** What has to be written; everything that is as it should be is left out. */
export interface GroupingPlan {
  readonly moved: readonly { id: string; causeId: string | undefined; standing: AlarmStanding }[];
  /** Never shown, and over or not wanted. */
  readonly dropped: readonly string[];
  readonly resolved: readonly string[];
  readonly raised: readonly RaisedAlarm[];
  readonly repeated: readonly { id: string; occurrences: number; lastAt: number }[];
}

const isOffline = ({ state }: GroupedDevice): boolean =>
  state === DEVICE_STATES.offline || state === DEVICE_STATES.linkLost;
const isOpen = ({ resolvedAt }: GroupedAlarm): boolean => resolvedAt === undefined;

export function groupAlarms(state: GroupingState): GroupingPlan {
  const parents = parentsOf(state.devices);
  const isPlanned = plannedFor(state.work, parents, state.now);
  const flapping = judgeFlapping(state);
  const site = judgeSite(state, parents, isPlanned);
  const uplinks = judgeUplinks(state);
  const ended = new Set([...flapping.resolved, ...site.resolved, ...uplinks.resolved]);
  const standings = new Map<string, AlarmStanding | 'dropped'>(
    state.alarms.map((alarm) => [
      alarm.id,
      standingOf(ended.has(alarm.id) ? { ...alarm, resolvedAt: state.now } : alarm, state, (at) =>
        isExplained(at, parents, isPlanned),
      ),
    ]),
  );
  const causes = causesOf(state, parents, standings);
  const moved = state.alarms.flatMap((alarm) => {
    const standing = standings.get(alarm.id) ?? 'shown';
    if (standing === 'dropped') return [];
    const causeId = isOpen(alarm) && !ended.has(alarm.id) ? causes(alarm) : alarm.causeId;
    return standing === alarm.standing && causeId === alarm.causeId
      ? []
      : [{ id: alarm.id, causeId, standing }];
  });
  return {
    moved,
    dropped: state.alarms.filter(({ id }) => standings.get(id) === 'dropped').map(({ id }) => id),
    resolved: [...ended],
    raised: [...flapping.raised, ...site.raised, ...uplinks.raised],
    repeated: flapping.repeated,
  };
}

type IsPlanned = (deviceId: string) => boolean;

/** Whether work of ours on the device, above it, or on what hangs on its port explains an alarm. */
function isExplained(
  { deviceId, kind, subject }: GroupedAlarm,
  parents: Parents,
  isPlanned: IsPlanned,
): boolean {
  if (deviceId === undefined) return false;
  if (isPlanned(deviceId)) return true;
  if (kind !== 'port-flapping') return false;
  return [...parents].some(
    ([id, { id: above, port }]) => above === deviceId && port === subject && isPlanned(id),
  );
}

/** What has been shown stays so; the rest waits until it has lasted long enough and our own work is over. */
function standingOf(
  alarm: GroupedAlarm,
  { now, ruleOf }: GroupingState,
  explained: (alarm: GroupedAlarm) => boolean,
): AlarmStanding | 'dropped' {
  if (alarm.standing === 'shown') return 'shown';
  const { enabled, toleranceSeconds = 0 } = ruleOf(alarm.kind);
  if (!enabled) return 'dropped';
  if (ALARM_KINDS[alarm.kind].waitsForPlannedWork !== true) return 'shown';
  const tolerated = (alarm.resolvedAt ?? now) < alarm.at + toleranceSeconds * 1000;
  const waits = tolerated || explained(alarm);
  if (isOpen(alarm)) return waits ? 'held' : 'shown';
  return waits || alarm.standing === 'held' ? 'dropped' : 'shown';
}

/** The cause of an alarm by the device tree; nothing for one that is its own. */
function causesOf(
  { alarms, devices, now }: GroupingState,
  parents: Parents,
  standings: ReadonlyMap<string, AlarmStanding | 'dropped'>,
): (alarm: GroupedAlarm) => string | undefined {
  const shown = alarms.filter(({ id }) => standings.get(id) === 'shown');
  const byDevice = Map.groupBy(shown, ({ deviceId }) => deviceId);
  const kinds = new Map(devices.map((device) => [device.id, device] as const));
  const site = shown.filter(({ kind }) => kind === 'site-lost');
  /** Whether something that was found at `at` can come from this alarm. */
  const reaches = ({ at: since, resolvedAt }: GroupedAlarm, at: number, earlier: number): boolean =>
    at >= since - earlier &&
    (resolvedAt === undefined || (now - resolvedAt < GRACE_MS && at <= resolvedAt + LATE_MS));
  const offlineOf = (id: string, at: number): GroupedAlarm | undefined =>
    byDevice
      .get(id)
      ?.filter((alarm) => alarm.kind === 'device-offline' && reaches(alarm, at, ADOPTED_MS))
      .sort((a, b) => b.at - a.at)[0];
  const feederOf = (id: string, at: number): GroupedAlarm | undefined => {
    const parent = parents.get(id);
    return byDevice.get(parent?.id)?.find((alarm) => {
      if (alarm.kind !== 'poe-budget' && alarm.kind !== 'poe-fault' && alarm.kind !== 'port-flapping')
        return false;
      if (alarm.subject !== '' && alarm.subject !== parent?.port) return false;
      if (alarm.kind === 'poe-budget' && at > alarm.at + POWER_MS) return false;
      if (alarm.subject === '' && !POWERED.has(kinds.get(id)?.kind ?? '')) return false;
      return reaches(alarm, at, LATE_MS);
    });
  };
  return (alarm) => {
    const { at, deviceId, kind } = alarm;
    if (kind !== 'device-offline' || deviceId === undefined || !kinds.has(deviceId)) return undefined;
    if (standings.get(alarm.id) !== 'shown') return undefined;
    let top = { id: deviceId, alarm };
    for (const id of ancestorsOf(deviceId, parents)) {
      const found = offlineOf(id, at);
      const above = kinds.get(id);
      if (!found && (!above || !isOffline(above))) break;
      if (found) top = { id, alarm: found };
    }
    const feeder = feederOf(top.id, top.alarm.at);
    if (feeder) return feeder.id;
    const lost = parents.has(top.id) ? undefined : site.find((one) => reaches(one, at, ONE_FAILURE_MS));
    if (lost) return lost.id;
    return top.alarm === alarm ? undefined : top.alarm.id;
  };
}

/** All that hangs on the internet itself was lost at once: that is the site, not each of them. */
function judgeSite(
  { alarms, devices, now, ruleOf }: GroupingState,
  parents: Parents,
  isPlanned: IsPlanned,
): Pick<GroupingPlan, 'raised' | 'resolved'> {
  const open = alarms.find((alarm) => alarm.kind === 'site-lost' && isOpen(alarm));
  const roots = devices.filter(({ id, waiting }) => !waiting && !parents.has(id));
  const allLost = roots.length > 0 && roots.every(isOffline);
  if (open) return { raised: [], resolved: allLost ? [] : [open.id] };
  if (!allLost || !ruleOf('site-lost').enabled) return { raised: [], resolved: [] };
  const ids = new Set(roots.map(({ id }) => id));
  const lost = alarms.filter(
    (alarm) =>
      alarm.kind === 'device-offline' &&
      isOpen(alarm) &&
      alarm.deviceId !== undefined &&
      ids.has(alarm.deviceId) &&
      !isPlanned(alarm.deviceId),
  );
  const newest = Math.max(...lost.map(({ at }) => at));
  const together = lost.filter(({ at }) => at >= newest - ONE_FAILURE_MS);
  if (together.length < 2 || newest < now - ADOPTED_MS) return { raised: [], resolved: [] };
  const at = Math.min(...together.map((alarm) => alarm.at));
  const raised: RaisedAlarm = {
    kind: 'site-lost',
    deviceId: undefined,
    subject: '',
    at,
    occurrences: 1,
    lastAt: undefined,
  };
  return { raised: [raised], resolved: [] };
}

function judgeFlapping({
  alarms,
  now,
  portChanges,
  ruleOf,
}: GroupingState): Pick<GroupingPlan, 'raised' | 'repeated' | 'resolved'> {
  const { enabled, threshold = 6 } = ruleOf('port-flapping');
  const known = Map.groupBy(
    alarms.filter(({ kind }) => kind === 'port-flapping'),
    ({ deviceId, subject }) => portKey(deviceId ?? '', subject),
  );
  const open = [...known.values()].flat().filter(isOpen);
  const repeated = open.flatMap((alarm) => {
    const { deviceId, id, occurrences } = alarm;
    const after = changesAfter(portChanges, alarm);
    const last = Math.max(...after.map(({ at }) => at));
    return after.length === 0 || deviceId === undefined
      ? []
      : [{ id, occurrences: occurrences + after.length, lastAt: last }];
  });
  const lastOf = (alarm: GroupedAlarm): number =>
    repeated.find(({ id }) => id === alarm.id)?.lastAt ?? alarm.lastAt ?? alarm.at;
  const fresh = portChanges.filter(({ at, deviceId, port }) =>
    (known.get(portKey(deviceId, port)) ?? []).every(
      (alarm) => !isOpen(alarm) && (alarm.lastAt ?? alarm.at) < at,
    ),
  );
  return {
    raised: enabled
      ? flappingPorts(fresh, threshold)
          .filter(({ lastAt }) => lastAt + FLAP_QUIET_MS > now)
          .map(raise)
      : [],
    repeated,
    resolved: open.filter((alarm) => lastOf(alarm) + FLAP_QUIET_MS <= now).map(({ id }) => id),
  };
}

const changesAfter = (changes: readonly PortChange[], alarm: GroupedAlarm): PortChange[] =>
  changes.filter(
    ({ at, deviceId, port }) =>
      deviceId === alarm.deviceId && port === alarm.subject && at > (alarm.lastAt ?? alarm.at),
  );

const raise = ({ changes, deviceId, lastAt, port, since }: Flapping): RaisedAlarm => ({
  kind: 'port-flapping',
  deviceId,
  subject: port,
  at: since,
  occurrences: changes,
  lastAt,
});
