import { MINUTE_MS } from '@northlight/runtime';
import { type RawBuilder, sql } from 'kysely';

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

/** Formats a time in a time zone with its offset, so that the hour before the end of summer time is not ambiguous: `2026-10-25 02:30:00 +01:00`. */
export function formatLocalTime(at: Date, timeZone: string): string {
  const offset = getOffsetAt(timeZone, at.getTime());
  const local = new Date(at.getTime() + offset).toISOString();
  const minutes = Math.abs(offset) / MINUTE_MS;
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${offset < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`;
}

/** Returns the SQL text of a time in the same form as `formatLocalTime`; null for a null time. */
export function buildLocalTimeSql(column: string, timeZone: string): RawBuilder<string | null> {
  const at = sql.ref(column);
  const local = sql`(${at} at time zone ${sql.lit(timeZone)})`;
  const offset = sql`extract(epoch from ${local} - (${at} at time zone 'UTC'))::int`;
  return sql`to_char(${local}, 'YYYY-MM-DD HH24:MI:SS') || case when ${offset} < 0 then ' -' else ' +' end
    || to_char(abs(${offset}) / 3600, 'FM00') || ':' || to_char(abs(${offset}) % 3600 / 60, 'FM00')`;
}
