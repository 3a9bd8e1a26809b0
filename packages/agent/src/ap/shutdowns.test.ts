import { expect, test } from 'vitest';
import { isShutDown, computeTimeToNextMinute, readLocalTime } from './shutdowns.ts';

const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 0;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const period = (days: number[], from: string, to: string) => {
  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return { days, fromMinute: minute(from), toMinute: minute(to) };
};

test.each<[string, ReturnType<typeof period>, string, boolean]>([
  ['before it begins', period([MONDAY], '09:00', '17:00'), '2026-06-01T06:59:59Z', false],
  [
    'when it begins, in a zone 2 h ahead of UTC',
    period([MONDAY], '09:00', '17:00'),
    '2026-06-01T07:00:00Z',
    true,
  ],
  ['in its last second', period([MONDAY], '09:00', '17:00'), '2026-06-01T14:59:59Z', true],
  ['when it ends', period([MONDAY], '09:00', '17:00'), '2026-06-01T15:00:00Z', false],
  ['on another day', period([MONDAY], '09:00', '17:00'), '2026-06-02T08:00:00Z', false],
  ['to the end of the day', period([MONDAY], '22:00', '24:00'), '2026-06-01T21:59:59Z', true],
  ['after the end of the day', period([MONDAY], '22:00', '24:00'), '2026-06-01T22:00:00Z', false],
  ['past midnight', period([SATURDAY], '23:00', '06:00'), '2026-06-06T23:30:00Z', true],
  ['past midnight of another day', period([SATURDAY], '23:00', '06:00'), '2026-06-06T00:30:00Z', false],
  // In Berlin, 02:00 becomes 03:00 on 29 March 2026.
  ['over the skipped hour', period([SATURDAY], '23:00', '03:00'), '2026-03-29T00:59:59Z', true],
  ['whose end is in the skipped hour', period([SATURDAY], '23:00', '02:30'), '2026-03-29T01:00:00Z', false],
  ['that lies in the skipped hour', period([SUNDAY], '02:00', '03:00'), '2026-03-29T01:00:00Z', false],
  // In Berlin, 03:00 becomes 02:00 on 25 October 2026, so the hour from 02:00 occurs twice.
  [
    'before it ends, in the first repeated hour',
    period([SATURDAY], '23:00', '02:30'),
    '2026-10-25T00:29:59Z',
    true,
  ],
  [
    'after it ended, in the first repeated hour',
    period([SATURDAY], '23:00', '02:30'),
    '2026-10-25T00:45:00Z',
    false,
  ],
  [
    'before it ends, in the second repeated hour',
    period([SATURDAY], '23:00', '02:30'),
    '2026-10-25T01:15:00Z',
    true,
  ],
  ['after the repeated hour', period([SATURDAY], '23:00', '02:30'), '2026-10-25T01:30:00Z', false],
  ['all day, every day', period(EVERY_DAY, '00:00', '24:00'), '2026-10-25T01:30:00Z', true],
])('decides whether an SSID is off because of its shutdown period: %s', (_title, shutdown, at, off) => {
  const local = readLocalTime('Europe/Berlin', Date.parse(at));
  expect(local && isShutDown([shutdown], local)).toBe(off);
});

test('computes the delay to the next minute of the zone, and no local time for an unknown zone', () => {
  expect(readLocalTime('Middle/Earth', 0)).toBeUndefined();
  expect(readLocalTime('Asia/Kolkata', Date.parse('2026-06-01T18:40:00Z'))).toEqual({ day: 2, minute: 10 });
  expect(computeTimeToNextMinute(Date.parse('2026-06-01T18:40:00Z'))).toBe(60_000);
  expect(computeTimeToNextMinute(Date.parse('2026-06-01T18:40:59.999Z'))).toBe(1);
});
