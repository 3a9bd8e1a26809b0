import type { ShutdownPeriod } from '@northlight/contract';

/** Days of the week, Monday first, with the numbers of the contract (0 is Sunday). */
export const WEEK = [
  { day: 1, name: 'Monday', short: 'Mon' },
  { day: 2, name: 'Tuesday', short: 'Tue' },
  { day: 3, name: 'Wednesday', short: 'Wed' },
  { day: 4, name: 'Thursday', short: 'Thu' },
  { day: 5, name: 'Friday', short: 'Fri' },
  { day: 6, name: 'Saturday', short: 'Sat' },
  { day: 0, name: 'Sunday', short: 'Sun' },
] as const;
export const HOURS_PER_DAY = 24;
const HOUR = 60;
const DAY = HOURS_PER_DAY * HOUR;

type Span = readonly [from: number, to: number];

/** Lists the minutes of a day with Wi-Fi off, as merged spans. */
function listSpans(periods: readonly ShutdownPeriod[], day: number): Span[] {
  const own = periods
    .filter(({ days, fromMinute, toMinute }) => days.includes(day) && toMinute > fromMinute)
    .map(({ fromMinute, toMinute }): Span => [fromMinute, toMinute]);
  return mergeSpans(own);
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Returns `off` if Wi-Fi is off for the whole hour, `part` for a part of it, otherwise `on`. */
export function getHourState(
  periods: readonly ShutdownPeriod[],
  day: number,
  hour: number,
): 'on' | 'part' | 'off' {
  const [start, end] = [hour * HOUR, (hour + 1) * HOUR];
  const off = listSpans(periods, day).reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
    0,
  );
  return off === 0 ? 'on' : off === HOUR ? 'off' : 'part';
}

/** Turns Wi-Fi on or off for one hour of a day; days with equal times share one period. */
export function toggleHour(
  periods: readonly ShutdownPeriod[],
  day: number,
  hour: number,
  off: boolean,
): ShutdownPeriod[] {
  const [start, end] = [hour * HOUR, (hour + 1) * HOUR];
  return toPeriods((each) => {
    const spans = listSpans(periods, each);
    if (each !== day) return spans;
    if (off) return mergeSpans([...spans, [start, end]]);
    return spans.flatMap(([from, to]): Span[] =>
      [[from, Math.min(to, start)] as const, [Math.max(from, end), to] as const].filter(
        ([first, last]) => last > first,
      ),
    );
  });
}

/**
 * Converts the spans of every day to periods: one period per pair of times, with its days in the order of the
 * week.
 */
function toPeriods(spansOn: (day: number) => readonly Span[]): ShutdownPeriod[] {
  const found = new Map<number, ShutdownPeriod>();
  for (const { day } of WEEK)
    for (const [fromMinute, toMinute] of spansOn(day)) {
      const key = fromMinute * (DAY + 1) + toMinute;
      const period = found.get(key) ?? { days: [], fromMinute, toMinute };
      period.days.push(day);
      found.set(key, period);
    }
  return [...found.values()];
}

/**
 * Parses a time such as `07:30` to minutes of the day; `24:00` is the end of the day. Undefined for any other
 * text.
 */
export function parseMinute(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) >= HOUR) return undefined;
  const minute = Number(hours) * HOUR + Number(minutes);
  return minute <= DAY ? minute : undefined;
}
