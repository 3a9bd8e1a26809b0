import type { Alarm } from '@northlight/contract';
import { rankSeverity } from './rank-severity.ts';

/** Returns the most severe alarm, among several the oldest; undefined for an empty list. */
export function findWorstAlarm(alarms: readonly Alarm[]): Alarm | undefined {
  const [worst] = [...alarms].sort(
    (one, other) =>
      rankSeverity(other.severity) - rankSeverity(one.severity) ||
      Date.parse(one.time) - Date.parse(other.time),
  );
  return worst;
}
