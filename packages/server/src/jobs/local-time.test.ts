import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { getOffsetAt } from '../platform/local-time.ts';
import { findNextTime, toInstant } from './local-time.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const shown = (zone: string, instant: number): string =>
  new Date(instant + getOffsetAt(zone, instant)).toISOString().slice(0, 16);

test.each([
  ['Asia/Shanghai', '2026-03-01T04:30', '2026-02-28T20:30'],
  ['Asia/Kathmandu', '2026-03-01T04:30', '2026-02-28T22:45'],
  ['Europe/Lisbon', '2026-07-01T04:30', '2026-07-01T03:30'],
  // A local time skipped by daylight saving is the moment of the change.
  ['Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T01:30'],
  ['America/New_York', '2026-03-08T02:15', '2026-03-08T07:15'],
  // A local time that occurs twice at the end of summer time gives the first occurrence.
  ['Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
])('%s shows %s at %s UTC', (zone, local, instant) => {
  expect(toInstant(zone, utc(local))).toBe(utc(instant));
});

describe('the next start of a schedule', () => {
  it.each([
    ['Asia/Shanghai', '03:30', [], '2026-03-01T00:00', '2026-03-01T19:30'],
    ['Asia/Shanghai', '03:30', [], '2026-03-01T19:30', '2026-03-02T19:30'],
    // The requested Sunday in Shanghai begins on Saturday in UTC.
    ['Asia/Shanghai', '03:30', [7], '2026-02-27T00:00', '2026-02-28T19:30'],
    ['Europe/Lisbon', '01:30', [7], '2026-03-28T12:00', '2026-03-29T01:30'],
  ] as const)('in %s at %s on days %j after %s is %s', (zone, at, weekdays, now, next) => {
    expect(findNextTime(zone, at, weekdays, utc(now))).toBe(utc(next));
  });

  it('is once a day and always later, in every zone and across clock changes', () => {
    const zones = fc.constantFrom(
      'Europe/Lisbon',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tehran',
      'UTC',
    );
    const start = fc.integer({ min: utc('2026-01-01'), max: utc('2027-12-31') });
    fc.assert(
      fc.property(zones, start, fc.integer({ min: 0, max: 1439 }), (zone, now, minute) => {
        const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const first = findNextTime(zone, at, [], now);
        const second = findNextTime(zone, at, [], first);
        expect(first).toBeGreaterThan(now);
        expect(first - now).toBeLessThanOrEqual(25 * 3_600_000);
        const days = [first, second].map((instant) => shown(zone, instant).slice(0, 10));
        expect(days[1]).not.toBe(days[0]);
        expect(second - first).toBeLessThanOrEqual(25 * 3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});
