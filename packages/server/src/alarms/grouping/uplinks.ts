import { type PortChange, formatPortKey } from './flapping.ts';
import type { GroupedAlarm, GroupingPlan, GroupingState } from './group-alarms.ts';

type UplinkState = Pick<GroupingState, 'alarms' | 'portChanges' | 'ruleOf' | 'uplinkPorts'>;

/** Raises an alarm for an uplink port without link and resolves it when the link returns, by the port's last change. */
export function evaluateUplinks(state: UplinkState): Pick<GroupingPlan, 'raised' | 'resolved'> {
  const lastChanges = new Map<string, PortChange>();
  for (const change of state.portChanges.toSorted((a, b) => a.at - b.at)) {
    const key = formatPortKey(change.deviceId, change.port);
    if (state.uplinkPorts.has(key)) lastChanges.set(key, change);
  }
  const known = state.alarms.filter(({ kind }) => kind === 'uplink-down');
  const selectPortAlarms = (key: string): GroupedAlarm[] =>
    known.filter(({ deviceId, subject }) => formatPortKey(deviceId ?? '', subject) === key);
  const fresh = [...lastChanges].filter(
    ([key, { at, up }]) =>
      !up && selectPortAlarms(key).every((alarm) => alarm.at < at && alarm.resolvedAt !== undefined),
  );
  const ended = [...lastChanges].flatMap(([key, { at, up }]) =>
    up ? selectPortAlarms(key).filter((alarm) => alarm.resolvedAt === undefined && alarm.at <= at) : [],
  );
  const isEnabled = state.ruleOf('uplink-down').enabled;
  return {
    raised: (isEnabled ? fresh : []).map(([, { at, deviceId, port }]) => ({
      kind: 'uplink-down',
      deviceId,
      subject: port,
      at,
      occurrences: 1,
      lastAt: undefined,
    })),
    resolved: ended.map(({ id }) => id),
  };
}
