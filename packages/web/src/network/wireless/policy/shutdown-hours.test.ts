import { formatPeriod } from '@northlight/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getHourState, HOURS_PER_DAY, parseMinute, WEEK, toggleHour } from './shutdown-hours.ts';

const text = (periods: Parameters<typeof getHourState>[0]) => periods.map((period) => formatPeriod(period));

test('converts painted hours to periods, and gives days with equal hours one period', () => {
  const monday = toggleHour([], 1, 22, true);
  expect(text(monday)).toEqual(['Mon 22:00–23:00']);
  const longer = toggleHour(monday, 1, 23, true);
  expect(text(longer)).toEqual(['Mon 22:00–24:00']);
  const both = toggleHour(toggleHour(longer, 2, 22, true), 2, 23, true);
  expect(text(both)).toEqual(['Mon, Tue 22:00–24:00']);
  expect(text(toggleHour(both, 1, 22, false))).toEqual(['Mon 23:00–24:00', 'Tue 22:00–24:00']);
});

test('splits a period at an hour in its middle, and keeps its minutes', () => {
  const night = [{ days: [0], fromMinute: 30, toMinute: 390 }];
  expect(getHourState(night, 0, 0)).toBe('part');
  expect(getHourState(night, 0, 1)).toBe('off');
  expect(getHourState(night, 0, 7)).toBe('on');
  expect(getHourState(night, 1, 1)).toBe('on');
  expect(text(toggleHour(night, 0, 2, false))).toEqual(['Sun 00:30–02:00', 'Sun 03:00–06:30']);
  expect(text(toggleHour(night, 0, 6, true))).toEqual(['Sun 00:30–07:00']);
});

test('changes only the painted hour', () => {
  const hour = fc.record({
    day: fc.integer({ min: 0, max: 6 }),
    hour: fc.integer({ min: 0, max: 23 }),
    off: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(hour, { maxLength: 30 }), hour, (before, stroke) => {
      const periods = before.reduce(
        (all, { day, hour, off }) => toggleHour(all, day, hour, off),
        toggleHour([], 0, 0, false),
      );
      const after = toggleHour(periods, stroke.day, stroke.hour, stroke.off);
      for (const { day } of WEEK)
        for (let each = 0; each < HOURS_PER_DAY; each++)
          expect(getHourState(after, day, each)).toBe(
            day === stroke.day && each === stroke.hour
              ? stroke.off
                ? 'off'
                : 'on'
              : getHourState(periods, day, each),
          );
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['00:00', 0],
  ['7:05', 425],
  ['24:00', 1440],
  ['24:01', undefined],
  ['12:60', undefined],
  ['noon', undefined],
  ['', undefined],
])('converts %s to minute %s', (written, minute) => expect(parseMinute(written)).toBe(minute));
