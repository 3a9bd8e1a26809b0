import { type RawBuilder, sql } from 'kysely';

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, format);
  return format;
}

/** Formats a time in a time zone with its offset, so that the hour before the end of summer time is not ambiguous: `2026-10-25 02:30:00 +01:00`. */
export function formatLocalTime(at: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    getFormat(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value] as const),
  );
  const { day, hour, minute, month, second, timeZoneName = '', year } = parts;
  const offset = timeZoneName.replace('GMT', '') || '+00:00';
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${offset}`;
}

/** Returns the SQL text of a time in the same form as `formatLocalTime`; null for a null time. */
export function buildLocalTimeSql(column: string, timeZone: string): RawBuilder<string | null> {
  const at = sql.ref(column);
  const local = sql`(${at} at time zone ${sql.lit(timeZone)})`;
  const offset = sql`extract(epoch from ${local} - (${at} at time zone 'UTC'))::int`;
  return sql`to_char(${local}, 'YYYY-MM-DD HH24:MI:SS') || case when ${offset} < 0 then ' -' else ' +' end
    || to_char(abs(${offset}) / 3600, 'FM00') || ':' || to_char(abs(${offset}) % 3600 / 60, 'FM00')`;
}
