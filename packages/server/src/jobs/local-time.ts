/** Computes local times of a project's time zone by the zone rules of the platform. No side effects. */
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';

const formats = new Map<string, Intl.DateTimeFormat>();

function getZoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Returns the zone's offset from UTC at an instant (ms); positive when the zone's clock is ahead. */
export function getOffsetAt(zone: string, instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000;
  const parts = new Map(
    getZoneFormat(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)] as const),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const [year, month, day] = [part('year'), part('month'), part('day')];
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second')) - whole;
}

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
