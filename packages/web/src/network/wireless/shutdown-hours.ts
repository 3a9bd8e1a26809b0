import type { ShutdownPeriod } from '@northlight/contract';

/** Days as a week is read here: Monday first; the number is the contract's (0 is Sunday). */
export const WEEK = [
  { day: 1, name: 'Monday', short: 'Mon' },
  { day: 2, name: 'Tuesday', short: 'Tue' },
  { day: 3, name: 'Wednesday', short: 'Wed' },
  { day: 4, name: 'Thursday', short: 'Thu' },
  { day: 5, name: 'Friday', short: 'Fri' },
  { day: 6, name: 'Saturday', short: 'Sat' },
  { day: 0, name: 'Sunday', short: 'Sun' },
] as const;
export const HOURS = 24;
const HOUR = 60;
const DAY = HOURS * HOUR;

type Span = readonly [from: number, to: number];

/** The minutes of a day that are off the air, as spans that neither touch nor overlap. */
function spansOf(periods: readonly ShutdownPeriod[], day: number): Span[] {
  const own = periods
    .filter(({ days, fromMinute, toMinute }) => days.includes(day) && toMinute > fromMinute)
    .map(({ fromMinute, toMinute }): Span => [fromMinute, toMinute]);
  return joined(own);
}

function joined(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** How much of an hour is off the air. */
export function hourState(
  periods: readonly ShutdownPeriod[],
  day: number,
  hour: number,
): 'on' | 'part' | 'off' {
  const [start, end] = [hour * HOUR, (hour + 1) * HOUR];
  const off = spansOf(periods, day).reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
    0,
  );
  return off === 0 ? 'on' : off === HOUR ? 'off' : 'part';
}

/** The week with one hour of a day on or off the air; days alike share a period. */
export function withHour(
  periods: readonly ShutdownPeriod[],
  day: number,
  hour: number,
  off: boolean,
): ShutdownPeriod[] {
  const [start, end] = [hour * HOUR, (hour + 1) * HOUR];
  return periodsOf((each) => {
    const spans = spansOf(periods, each);
    if (each !== day) return spans;
    if (off) return joined([...spans, [start, end]]);
    return spans.flatMap(([from, to]): Span[] =>
      [[from, Math.min(to, start)] as const, [Math.max(from, end), to] as const].filter(
        ([first, last]) => last > first,
      ),
    );
  });
}

/** Spans of every day as periods: one for each pair of times, with the days that have it, in the order of the week. */
function periodsOf(spansOn: (day: number) => readonly Span[]): ShutdownPeriod[] {
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

/** `07:30` as minutes of the day, `24:00` as its end; undefined for anything else. */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) >= HOUR) return undefined;
  const minute = Number(hours) * HOUR + Number(minutes);
  return minute <= DAY ? minute : undefined;
}
