import type { ConfigShutdown } from '@northlight/contract/device-protocol';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export interface WallClock {
  /** 0 is Sunday. */
  readonly day: number;
  readonly minute: number;
}

/** What a clock on the wall shows there at this time; undefined for a zone that this machine does not know. */
export function wallClock(timeZone: string, now: number): WallClock | undefined {
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
 * Whether an SSID is off the air, by the clock on the wall: an hour that a change of daylight saving repeats counts
 * twice, one that it skips not at all. A period that ends before it begins goes on past midnight, and belongs to the
 * day on which it began.
 */
export function isShutDown(shutdowns: readonly ConfigShutdown[], { day, minute }: WallClock): boolean {
  const yesterday = (day + DAYS.length - 1) % DAYS.length;
  return shutdowns.some(({ days, fromMinute, toMinute }) =>
    fromMinute < toMinute
      ? days.includes(day) && minute >= fromMinute && minute < toMinute
      : (days.includes(day) && minute >= fromMinute) || (days.includes(yesterday) && minute < toMinute),
  );
}

/** Milliseconds to the next minute, when periods begin and end. */
export const untilNextMinute = (now: number): number => 60_000 - (now % 60_000);
