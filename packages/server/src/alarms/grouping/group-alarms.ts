/**
 * Groups a project's alarms by cause, from its devices, open alarms and jobs. No side effects: the same state gives the
 * same plan, so that several servers and repeated runs agree.
 */
import { DEVICE_STATES, ALARM_KINDS, type AlarmKind } from '@northlight/contract';
import { type ParentChange, planFlappingAlarms, type PortChange } from './flapping.ts';
import { evaluateUplinks } from './uplinks.ts';
import { createPlannedOutageCheck, type WorkRow } from './planned-work.ts';
import { listAncestors, indexParents, type Parent, type Parents, type TreeDevice } from './site-tree.ts';

/** Maximum time between the offline alarms of one failure: a keepalive interval and a tick. */
export const ONE_FAILURE_MS = 60_000;
/** Maximum time by which a consequence may be detected before its cause. */
export const MAX_LEAD_MS = 5 * 60_000;
/**
 * Time for devices to reconnect after the cause of their alarms is resolved. An alarm that is still open
 * later is no longer a consequence of that cause.
 */
export const RECOVERY_GRACE_MS = 3 * 60_000;
/**
 * Time after a cause was resolved, or before a port or PoE alarm, in which a problem counts as a consequence,
 * because devices detect it late.
 */
const DETECTION_DELAY_MS = 2 * 60_000;
/** Time after a PoE budget alarm in which the switch may cut power to devices. */
const POWER_LOSS_MS = 10 * 60_000;
const POE_POWERED_KINDS: ReadonlySet<string> = new Set(['ap', 'ipc', 'cpe', 'mesh']);

export type AlarmStatus = 'new' | 'held' | 'shown';

export interface GroupedDevice extends TreeDevice {
  readonly state: number;
  /** True until the device connects for the first time. */
  readonly waiting: boolean;
}

export interface GroupedAlarm {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly deviceId: string | undefined;
  /** Port of the alarm, for kinds of which a device can have several alarms; otherwise empty. */
  readonly subject: string;
  readonly at: number;
  readonly resolvedAt: number | undefined;
  readonly causeId: string | undefined;
  readonly status: AlarmStatus;
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
  /** Open alarms, alarms not shown yet, and alarms resolved within the last 20 min. */
  readonly alarms: readonly GroupedAlarm[];
  readonly work: readonly WorkRow[];
  readonly portChanges: readonly PortChange[];
  readonly parentChanges: readonly ParentChange[];
  /** Uplink ports of the devices in `portChanges`, as keys of `formatPortKey`. */
  readonly uplinkPorts: ReadonlySet<string>;
  /** Ports at which the cameras of the alarms `camera-lost` were last, by MAC address. */
  readonly cameraPlaces: ReadonlyMap<string, Parent>;
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

/** Changes to write. Alarms that stay the same are omitted. */
export interface GroupingPlan {
  readonly updated: readonly { id: string; causeId: string | undefined; status: AlarmStatus }[];
  /** Alarms to delete, because they were never shown and have ended or are disabled by the rules. */
  readonly dropped: readonly string[];
  readonly resolved: readonly string[];
  readonly raised: readonly RaisedAlarm[];
  /** Resolved alarms whose condition has returned before the devices recovered. */
  readonly reopened: readonly string[];
  readonly repeated: readonly { id: string; occurrences: number; lastAt: number }[];
}

const isOffline = ({ state }: GroupedDevice): boolean =>
  state === DEVICE_STATES.offline || state === DEVICE_STATES.linkLost;
const isOpen = ({ resolvedAt }: GroupedAlarm): boolean => resolvedAt === undefined;

export function groupAlarms(state: GroupingState): GroupingPlan {
  const parents = indexParents(state.devices);
  const isPlanned = createPlannedOutageCheck(state.work, parents, state.now);
  const flapping = planFlappingAlarms({
    ...state,
    disconnections: listDisconnections(state, (alarm) => isExplained(alarm, parents, isPlanned)),
  });
  const site = planSiteAlarm(state, parents, isPlanned);
  const uplinks = evaluateUplinks(state);
  const ended = new Set([...flapping.resolved, ...site.resolved, ...uplinks.resolved]);
  const statuses = new Map<string, AlarmStatus | 'dropped'>(
    state.alarms.map((alarm) => [
      alarm.id,
      computeStatus(ended.has(alarm.id) ? { ...alarm, resolvedAt: state.now } : alarm, state, (at) =>
        isExplained(at, parents, isPlanned),
      ),
    ]),
  );
  const { findCause, findFlapping } = createCauseFinder(state, parents, statuses);
  const updated = state.alarms.flatMap((alarm) => {
    const status = statuses.get(alarm.id) ?? 'shown';
    if (status === 'dropped') return [];
    // The first disconnections of a flapping device have ended before it counts as flapping.
    const causeId =
      isOpen(alarm) && !ended.has(alarm.id)
        ? findCause(alarm)
        : (alarm.causeId ?? (alarm.kind === 'device-offline' ? findFlapping(alarm) : undefined));
    return status === alarm.status && causeId === alarm.causeId ? [] : [{ id: alarm.id, causeId, status }];
  });
  return {
    updated,
    dropped: state.alarms.filter(({ id }) => statuses.get(id) === 'dropped').map(({ id }) => id),
    resolved: [...ended],
    raised: [...flapping.raised, ...site.raised, ...uplinks.raised],
    repeated: flapping.repeated,
    reopened: site.reopened,
  };
}

/** Lists the disconnections of devices that no work, tolerance or other alarm explains. */
function listDisconnections(
  state: GroupingState,
  isExplainedAlarm: (alarm: GroupedAlarm) => boolean,
): GroupedAlarm[] {
  const flapping = new Map(
    state.alarms.flatMap(({ deviceId, id, kind }) => (kind === 'device-flapping' ? [[id, deviceId]] : [])),
  );
  return state.alarms.filter(
    (alarm) =>
      alarm.kind === 'device-offline' &&
      (alarm.causeId === undefined || flapping.get(alarm.causeId) === alarm.deviceId) &&
      computeStatus(alarm, state, isExplainedAlarm) === 'shown',
  );
}

type IsPlanned = (deviceId: string) => boolean;

/** Returns true when planned work on the device, an ancestor, or a device connected to the flapping port explains the alarm. */
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

/**
 * Decides whether an alarm is shown. A shown alarm stays shown; other alarms are held until the tolerance has
 * passed and planned work has ended.
 */
function computeStatus(
  alarm: GroupedAlarm,
  { now, ruleOf }: GroupingState,
  isExplainedAlarm: (alarm: GroupedAlarm) => boolean,
): AlarmStatus | 'dropped' {
  if (alarm.status === 'shown') return 'shown';
  const { enabled, toleranceSeconds = 0 } = ruleOf(alarm.kind);
  if (!enabled) return 'dropped';
  if (ALARM_KINDS[alarm.kind].waitsForPlannedWork !== true) return 'shown';
  const isTolerated = (alarm.resolvedAt ?? now) < alarm.at + toleranceSeconds * 1000;
  const mustWait = isTolerated || isExplainedAlarm(alarm);
  if (isOpen(alarm)) return mustWait ? 'held' : 'shown';
  return mustWait || alarm.status === 'held' ? 'dropped' : 'shown';
}

/** Kinds of alarms of ports that one cause raises for several ports of a device. */
const PORT_KINDS: ReadonlySet<AlarmKind> = new Set(['poe-fault', 'uplink-down', 'vlan-path-broken']);

/** Alarms of the recordings of a recorder, and the alarms of its disks that can cause them. */
const RECORDING_KINDS: ReadonlySet<AlarmKind> = new Set(['recording-stopped', 'retention-short']);
const DISK_KINDS: ReadonlySet<AlarmKind> = new Set(['disk-fault', 'disk-full']);

interface CauseFinder {
  /** Returns the cause of an alarm in the device tree, or the first alarm of the same kind at another port. */
  readonly findCause: (alarm: GroupedAlarm) => string | undefined;
  /** Returns the alarm that counts this disconnection of a device. */
  readonly findFlapping: (alarm: Pick<GroupedAlarm, 'at' | 'deviceId'>) => string | undefined;
}

function createCauseFinder(
  { alarms, cameraPlaces, devices, now }: GroupingState,
  parents: Parents,
  statuses: ReadonlyMap<string, AlarmStatus | 'dropped'>,
): CauseFinder {
  const shown = alarms.filter(({ id }) => statuses.get(id) === 'shown');
  const byDevice = Map.groupBy(shown, ({ deviceId }) => deviceId);
  const deviceById = new Map(devices.map((device) => [device.id, device] as const));
  const siteAlarms = shown.filter(({ kind }) => kind === 'site-lost');
  /**
   * Returns true when a problem detected at `at` can be a consequence of this alarm. `lead` is the maximum
   * time by which the problem may be detected before the alarm.
   */
  const canCause = ({ at: since, resolvedAt }: GroupedAlarm, at: number, lead: number): boolean =>
    at >= since - lead &&
    (resolvedAt === undefined ||
      (now - resolvedAt < RECOVERY_GRACE_MS && at <= resolvedAt + DETECTION_DELAY_MS));
  const findOffline = (id: string, at: number): GroupedAlarm | undefined =>
    byDevice
      .get(id)
      ?.filter((alarm) => alarm.kind === 'device-offline' && canCause(alarm, at, MAX_LEAD_MS))
      .sort((a, b) => b.at - a.at)[0];
  /** Finds the alarm of the port above a device of this kind that explains why the device is lost. */
  const findPortAlarm = (
    parent: Parent | undefined,
    kind: string | undefined,
    at: number,
  ): GroupedAlarm | undefined =>
    byDevice.get(parent?.id)?.find((alarm) => {
      if (alarm.kind !== 'poe-budget' && alarm.kind !== 'poe-fault' && alarm.kind !== 'port-flapping')
        return false;
      if (alarm.subject !== '' && alarm.subject !== parent?.port) return false;
      if (alarm.kind === 'poe-budget' && at > alarm.at + POWER_LOSS_MS) return false;
      if (alarm.subject === '' && !POE_POWERED_KINDS.has(kind ?? '')) return false;
      return canCause(alarm, at, DETECTION_DELAY_MS);
    });
  const findFlapping: CauseFinder['findFlapping'] = ({ at, deviceId }) =>
    byDevice.get(deviceId)?.find((alarm) => alarm.kind === 'device-flapping' && canCause(alarm, at, 0))?.id;
  const findFirstPort = (alarm: GroupedAlarm): GroupedAlarm => {
    const earlier = (byDevice.get(alarm.deviceId) ?? [])
      .filter(
        (other) =>
          other.kind === alarm.kind &&
          isBefore(other, alarm) &&
          alarm.at - other.at <= ONE_FAILURE_MS &&
          canCause(other, alarm.at, 0),
      )
      .sort((a, b) => (isBefore(a, b) ? -1 : 1))[0];
    return earlier ? findFirstPort(earlier) : alarm;
  };
  const findDiskAlarm = ({ at, deviceId }: GroupedAlarm): string | undefined =>
    byDevice
      .get(deviceId)
      ?.filter((other) => DISK_KINDS.has(other.kind) && canCause(other, at, MAX_LEAD_MS))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1))[0]?.id;
  /** Finds the alarm of the offline device above a lost camera, or of its port. */
  const findLostPlace = ({ at, subject }: GroupedAlarm): GroupedAlarm | undefined => {
    const place = cameraPlaces.get(subject);
    if (!place) return undefined;
    const offline = [place.id, ...listAncestors(place.id, parents)].flatMap(
      (id) => findOffline(id, at) ?? [],
    );
    const portAlarm = offline.length > 0 ? undefined : findPortAlarm(place, 'ipc', at);
    return offline.at(-1) ?? (portAlarm && findFirstPort(portAlarm));
  };
  const findCause: CauseFinder['findCause'] = (alarm) => {
    const { at, deviceId, kind } = alarm;
    if (PORT_KINDS.has(kind) && statuses.get(alarm.id) === 'shown') {
      const first = findFirstPort(alarm);
      return first === alarm ? undefined : first.id;
    }
    if (RECORDING_KINDS.has(kind)) return findDiskAlarm(alarm);
    if (kind === 'camera-lost') return findLostPlace(alarm)?.id;
    if (kind !== 'device-offline' || deviceId === undefined || !deviceById.has(deviceId)) return undefined;
    if (statuses.get(alarm.id) !== 'shown') return undefined;
    let top = { id: deviceId, alarm };
    for (const id of listAncestors(deviceId, parents)) {
      const found = findOffline(id, at);
      const above = deviceById.get(id);
      if (!found && (!above || !isOffline(above))) break;
      if (found) top = { id, alarm: found };
    }
    const portAlarm = findPortAlarm(parents.get(top.id), deviceById.get(top.id)?.kind, top.alarm.at);
    if (portAlarm) return findFirstPort(portAlarm).id;
    const siteAlarm = parents.has(top.id)
      ? undefined
      : siteAlarms.find((one) => canCause(one, at, ONE_FAILURE_MS));
    if (siteAlarm) return siteAlarm.id;
    const flapping = findFlapping({ at: top.alarm.at, deviceId: top.id });
    if (flapping !== undefined) return flapping;
    return top.alarm === alarm ? undefined : top.alarm.id;
  };
  return { findCause, findFlapping };
}

/** Alarms of the same moment are in the order of their ports, because their ids are random. */
const isBefore = (one: GroupedAlarm, other: GroupedAlarm): boolean =>
  one.at < other.at ||
  (one.at === other.at &&
    formatSubject(one).localeCompare(formatSubject(other), 'en', { numeric: true }) < 0);

const formatSubject = ({ id, subject }: GroupedAlarm): string => `${subject} ${id}`;

/**
 * Raises one site alarm when all root devices went offline within `ONE_FAILURE_MS`; resolves it when one is online. Opens
 * it again when that one is lost before the site has recovered.
 */
function planSiteAlarm(
  { alarms, devices, now, ruleOf }: GroupingState,
  parents: Parents,
  isPlanned: IsPlanned,
): Pick<GroupingPlan, 'raised' | 'reopened' | 'resolved'> {
  const nothing = { raised: [], reopened: [], resolved: [] };
  const open = alarms.find((alarm) => alarm.kind === 'site-lost' && isOpen(alarm));
  const roots = devices.filter(({ id, waiting }) => !waiting && !parents.has(id));
  const allLost = roots.length > 0 && roots.every(isOffline);
  if (open) return { ...nothing, resolved: allLost ? [] : [open.id] };
  if (!allLost || !ruleOf('site-lost').enabled) return nothing;
  const recent = alarms.find(
    ({ kind, resolvedAt }) =>
      kind === 'site-lost' && resolvedAt !== undefined && now - resolvedAt < RECOVERY_GRACE_MS,
  );
  if (recent) return { ...nothing, reopened: [recent.id] };
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
  const simultaneous = lost.filter(({ at }) => at >= newest - ONE_FAILURE_MS);
  if (simultaneous.length < 2 || newest < now - MAX_LEAD_MS) return nothing;
  const at = Math.min(...simultaneous.map((alarm) => alarm.at));
  const raised: RaisedAlarm = {
    kind: 'site-lost',
    deviceId: undefined,
    subject: '',
    at,
    occurrences: 1,
    lastAt: undefined,
  };
  return { ...nothing, raised: [raised] };
}
