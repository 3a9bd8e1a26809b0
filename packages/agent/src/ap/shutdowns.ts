import type { ConfigShutdown } from '@northlight/contract/device-protocol';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export interface LocalTime {
  /** Day of the week; 0 is Sunday. */
  readonly day: number;
  readonly minute: number;
}

/** Returns the local day and time in a time zone; undefined for a zone that the machine does not support. */
export function readLocalTime(timeZone: string, now: number): LocalTime | undefined {
  const format = formatIn(timeZone);
  if (!format) return undefined;
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.indexOf(parts.get('weekday') ?? ''),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Returns true when an SSID is shut down at this local time. A period that ends before it starts continues
 * past midnight and belongs to its first day. An hour that daylight saving repeats counts twice, a skipped
 * hour not at all.
 */
export function isShutDown(shutdowns: readonly ConfigShutdown[], { day, minute }: LocalTime): boolean {
  const yesterday = (day + DAYS.length - 1) % DAYS.length;
  return shutdowns.some(({ days, fromMinute, toMinute }) =>
    fromMinute < toMinute
      ? days.includes(day) && minute >= fromMinute && minute < toMinute
      : (days.includes(day) && minute >= fromMinute) || (days.includes(yesterday) && minute < toMinute),
  );
}

/** Returns the milliseconds to the next minute; periods start and end on full minutes. */
export const computeTimeToNextMinute = (now: number): number => 60_000 - (now % 60_000);
