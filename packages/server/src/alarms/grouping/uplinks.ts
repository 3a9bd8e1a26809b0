import { type PortChange, portKey } from './flapping.ts';
import type { GroupedAlarm, GroupingPlan, GroupingState } from './group-alarms.ts';

type Told = Pick<GroupingState, 'alarms' | 'portChanges' | 'ruleOf' | 'uplinkPorts'>;

/** Ports that lead up and lost their link while the device is still reached: what was told of them last counts. */
export function judgeUplinks(state: Told): Pick<GroupingPlan, 'raised' | 'resolved'> {
  const last = new Map<string, PortChange>();
  for (const change of state.portChanges.toSorted((a, b) => a.at - b.at)) {
    const key = portKey(change.deviceId, change.port);
    if (state.uplinkPorts.has(key)) last.set(key, change);
  }
  const known = state.alarms.filter(({ kind }) => kind === 'uplink-down');
  const of = (key: string): GroupedAlarm[] =>
    known.filter(({ deviceId, subject }) => portKey(deviceId ?? '', subject) === key);
  const fresh = [...last].filter(
    ([key, { at, up }]) => !up && of(key).every((alarm) => alarm.at < at && alarm.resolvedAt !== undefined),
  );
  const over = [...last].flatMap(([key, { at, up }]) =>
    up ? of(key).filter((alarm) => alarm.resolvedAt === undefined && alarm.at <= at) : [],
  );
  const isOn = state.ruleOf('uplink-down').enabled;
  return {
    raised: (isOn ? fresh : []).map(([, { at, deviceId, port }]) => ({
      kind: 'uplink-down',
      deviceId,
      subject: port,
      at,
      occurrences: 1,
      lastAt: undefined,
    })),
    resolved: over.map(({ id }) => id),
  };
}
