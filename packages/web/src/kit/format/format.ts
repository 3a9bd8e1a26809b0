/** Formats values as text (specification §9). */

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const UNIT = 1024;
export const ABSENT = '–';

/** Formats bytes in units of 1024: `3.4 GB`. */
export function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined) return ABSENT;
  let value = bytes;
  let unit = 0;
  while (value >= UNIT && unit < BYTE_UNITS.length - 1) {
    value /= UNIT;
    unit += 1;
  }
  return `${unit === 0 ? String(Math.round(value)) : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** Formats a rate given in kbit/s as kbit/s, Mbit/s or Gbit/s. */
export function formatRate(kbps: number | undefined): string {
  if (kbps === undefined) return ABSENT;
  if (kbps < 1000) return `${Math.round(kbps)} kbit/s`;
  if (kbps < 1_000_000) return `${(kbps / 1000).toFixed(1)} Mbit/s`;
  return `${(kbps / 1_000_000).toFixed(1)} Gbit/s`;
}

/** Formats a rate given in bit/s, with units from bit/s to Gbit/s. */
export function formatBitRate(bits: number | undefined): string {
  if (bits === undefined || bits >= 1000) return formatRate(bits === undefined ? undefined : bits / 1000);
  return `${Math.round(bits)} bit/s`;
}

/** Formats a signal or a power with a minus sign: `−76 dBm`. */
export const formatDbm = (dbm: number): string => `${formatMinus(Math.round(dbm))} dBm`;

/** Formats a number with a minus sign instead of a hyphen. */
export const formatMinus = (value: number | string): string => String(value).replace('-', '−');

const WHOLE = new Intl.NumberFormat('en-US');

export function formatCount(count: number | undefined): string {
  return count === undefined ? ABSENT : WHOLE.format(count);
}

/** Formats a number of seconds with at most two of the units d, h, m and s: `9d 3h`, `14m 2s`. */
export function formatDuration(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return ABSENT;
  const whole = Math.max(0, Math.floor(seconds));
  const parts: readonly (readonly [value: number, unit: string])[] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'm'],
    [whole % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first === -1) return '0s';
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${unit}`)
    .join(' ');
}

/** Formats the age of a moment: `Now` below 60 s, otherwise a duration. */
export function formatAge(iso: string | undefined, now: number): string {
  if (iso === undefined) return ABSENT;
  const seconds = (now - Date.parse(iso)) / 1000;
  if (seconds < 60) return 'Now';
  return formatDuration(seconds < 3600 ? Math.floor(seconds / 60) * 60 : seconds);
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const known = zoneFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  zoneFormats.set(timeZone, format);
  return format;
}

/** Time zones change their offset only at multiples of 15 min. */
const QUARTER_MS = 900_000;
const MAX_OFFSETS = 10_000;
const offsets = new Map<string, number>();

/**
 * Returns the offset of a zone from UTC at a moment in milliseconds, daylight saving included. Cached per 15 min, because
 * lists and charts format the same minutes hundreds of times and Intl is slow.
 */
export function computeZoneOffset(timeZone: string, at: number): number {
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const part = new Map(
    getZoneFormat(timeZone)
      .formatToParts(new Date(quarter))
      .map(({ type, value }) => [type, value] as const),
  );
  const getPart = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? '';
  const wall = `${getPart('year')}-${getPart('month')}-${getPart('day')}T${getPart('hour')}:${getPart('minute')}:${getPart('second')}Z`;
  const offset = Date.parse(wall) - quarter;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Formats a time as `YYYY-MM-DD HH:mm:ss` in the project's time zone. */
export function formatTime(iso: string | undefined, timeZone: string): string {
  if (iso === undefined) return ABSENT;
  const at = Date.parse(iso);
  const wall = new Date(at + computeZoneOffset(timeZone, at)).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
}

/** Formats a moment of the same day without seconds: `14:32`. */
export const formatHour = (iso: string, timeZone: string): string => formatTime(iso, timeZone).slice(11, 16);

/** Formats a moment for a narrow place: `10:46:42` for today, otherwise `11-26 10:46`. */
export function formatShortTime(iso: string, timeZone: string, now = Date.now()): string {
  const text = formatTime(iso, timeZone);
  const today = formatTime(new Date(now).toISOString(), timeZone).slice(0, 10);
  return text.startsWith(today) ? text.slice(11) : text.slice(5, 16);
}

/** Formats the offset of a zone at a moment, daylight saving included: `UTC+8`. */
export function formatOffset(timeZone: string, at: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.replace('GMT', 'UTC');
}

/** Formats a count with its noun: `1 device`, `3 devices`. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
