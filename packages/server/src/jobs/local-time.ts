/** Computes local times of a project's time zone by the zone rules of the platform. No side effects. */
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { getOffsetAt } from '../platform/local-time.ts';

/**
 * Returns the instant at which the zone's clock shows a local time (ms since 1970 as if it were UTC). A time that is skipped
 * in spring gives the moment of the change; a time that occurs twice in autumn gives the first occurrence.
 */
export function toInstant(zone: string, local: number): number {
  const candidates = [getOffsetAt(zone, local - DAY_MS), getOffsetAt(zone, local + DAY_MS)].map(
    (offset) => local - offset,
  );
  const shown = candidates.filter((instant) => instant + getOffsetAt(zone, instant) === local);
  // A gap in spring has no such instant: the candidate with the later offset is just after the change.
  return shown.length > 0 ? Math.min(...shown) : Math.max(...candidates);
}

/**
 * Returns the next time after `now` at which the zone's clock shows `at` (`HH:mm`) on one of the days;
 * without a list of days, on any day.
 */
export function findNextTime(zone: string, at: string, weekdays: readonly number[], now: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = Math.floor((now + getOffsetAt(zone, now)) / DAY_MS) * DAY_MS;
  for (let day = today - DAY_MS; ; day += DAY_MS) {
    const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
    if (weekdays.length > 0 && !weekdays.includes(weekday)) continue;
    const instant = toInstant(zone, day + (hours * 60 + minutes) * MINUTE_MS);
    if (instant > now) return instant;
  }
}
