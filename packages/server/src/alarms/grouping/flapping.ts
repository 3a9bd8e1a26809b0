/** Detects devices, ports and backhauls that flap, from their changes. No side effects. */
import type { AlarmKind } from '@northlight/contract';
import type { GroupedAlarm, GroupingPlan, GroupingState, RaisedAlarm } from './group-alarms.ts';

/** A change that is counted: a disconnection of a device, a link change of a port, or a new parent of a mesh node. */
interface Change {
  readonly deviceId: string;
  /** Port of the change; empty for a change that concerns the device. */
  readonly subject: string;
  readonly at: number;
}

export interface PortChange {
  readonly deviceId: string;
  readonly port: string;
  readonly up: boolean;
  readonly at: number;
}

/** A change of a mesh node to another parent. */
export interface ParentChange {
  readonly deviceId: string;
  readonly at: number;
}

interface FlappingKind {
  readonly kind: Extract<AlarmKind, 'backhaul-flapping' | 'device-flapping' | 'port-flapping'>;
  /** Time in which the changes are counted that raise the alarm. */
  readonly windowMs: number;
  readonly listChanges: (state: FlappingState) => readonly Change[];
}

type FlappingState = Pick<GroupingState, 'alarms' | 'now' | 'parentChanges' | 'portChanges' | 'ruleOf'> & {
  /** Offline alarms that have no other cause. */
  readonly disconnections: readonly GroupedAlarm[];
};
type FlappingPlan = Pick<GroupingPlan, 'raised' | 'repeated' | 'resolved'>;

const KINDS: readonly FlappingKind[] = [
  {
    kind: 'device-flapping',
    windowMs: 10 * 60_000,
    listChanges: ({ disconnections }) =>
      disconnections.flatMap(({ at, deviceId }) =>
        deviceId === undefined ? [] : [{ at, deviceId, subject: '' }],
      ),
  },
  {
    kind: 'port-flapping',
    windowMs: 5 * 60_000,
    listChanges: ({ portChanges }) =>
      portChanges.map(({ at, deviceId, port }) => ({ at, deviceId, subject: port })),
  },
  {
    kind: 'backhaul-flapping',
    windowMs: 10 * 60_000,
    listChanges: ({ parentChanges }) =>
      parentChanges.map(({ at, deviceId }) => ({ at, deviceId, subject: '' })),
  },
];
/** Kinds of alarms that count changes and are resolved when the changes end. */
export const FLAPPING_KINDS = KINDS.map(({ kind }) => kind);
/** Number of windows without a change after which a subject no longer counts as flapping. */
const QUIET_WINDOWS = 2;

export const formatPortKey = (deviceId: string, port: string): string => `${deviceId} ${port}`;

export function planFlappingAlarms(state: FlappingState): FlappingPlan {
  const plans = KINDS.map((kind) => planKind(kind, state));
  return {
    raised: plans.flatMap(({ raised }) => raised),
    repeated: plans.flatMap(({ repeated }) => repeated),
    resolved: plans.flatMap(({ resolved }) => resolved),
  };
}

function planKind({ kind, listChanges, windowMs }: FlappingKind, state: FlappingState): FlappingPlan {
  const { alarms, now, ruleOf } = state;
  const { enabled, threshold = 6 } = ruleOf(kind);
  const changes = listChanges(state);
  const quietMs = QUIET_WINDOWS * windowMs;
  const known = Map.groupBy(
    alarms.filter((alarm) => alarm.kind === kind),
    ({ deviceId, subject }) => formatPortKey(deviceId ?? '', subject),
  );
  const open = [...known.values()].flat().filter(({ resolvedAt }) => resolvedAt === undefined);
  const repeated = open.flatMap((alarm) => {
    const { deviceId, id, occurrences } = alarm;
    const after = filterChangesAfter(changes, alarm);
    const last = Math.max(...after.map(({ at }) => at));
    return after.length === 0 || deviceId === undefined
      ? []
      : [{ id, occurrences: occurrences + after.length, lastAt: last }];
  });
  const getLastTime = (alarm: GroupedAlarm): number =>
    repeated.find(({ id }) => id === alarm.id)?.lastAt ?? alarm.lastAt ?? alarm.at;
  const fresh = changes.filter(({ at, deviceId, subject }) =>
    (known.get(formatPortKey(deviceId, subject)) ?? []).every(
      (alarm) => alarm.resolvedAt !== undefined && (alarm.lastAt ?? alarm.at) < at,
    ),
  );
  return {
    raised: enabled
      ? listFlapping(fresh, threshold, windowMs)
          .filter(({ lastAt }) => lastAt + quietMs > now)
          .map((flapping) => ({ kind, ...flapping }))
      : [],
    repeated,
    resolved: open.filter((alarm) => getLastTime(alarm) + quietMs <= now).map(({ id }) => id),
  };
}

const filterChangesAfter = (changes: readonly Change[], alarm: GroupedAlarm): Change[] =>
  changes.filter(
    ({ at, deviceId, subject }) =>
      deviceId === alarm.deviceId && subject === alarm.subject && at > (alarm.lastAt ?? alarm.at),
  );

type Flapping = Omit<RaisedAlarm, 'kind' | 'lastAt'> & { readonly lastAt: number };

/**
 * Lists the subjects with at least `threshold` changes within the window. `occurrences` counts from the first
 * change of that window.
 */
function listFlapping(changes: readonly Change[], threshold: number, windowMs: number): Flapping[] {
  const bySubject = Map.groupBy(changes, ({ deviceId, subject }) => formatPortKey(deviceId, subject));
  return [...bySubject.values()].flatMap((list) => {
    const sorted = list.toSorted((a, b) => a.at - b.at);
    const first = sorted.findIndex((change, index) => {
      const nth = sorted[index + threshold - 1];
      return nth !== undefined && nth.at - change.at <= windowMs;
    });
    const [from, last] = [sorted[first], sorted.at(-1)];
    if (!from || !last) return [];
    const { at, deviceId, subject } = from;
    return [{ deviceId, subject, at, lastAt: last.at, occurrences: sorted.length - first }];
  });
}
