import { describe, expect, test } from 'vitest';
import { ALARM_KIND_NAMES } from './names.ts';
import { alarmRule, alarmRulesChange, getDefaultRule, isQuiet } from './rules.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const night = { from: '22:00', until: '07:00', weekdays: [1, 2, 3, 4, 5] };
const noon = { from: '12:00', until: '13:30', weekdays: [6, 7] };

test.each([
  // 2026-03-06 is a Friday.
  [night, 'UTC', '2026-03-06T21:59', false],
  [night, 'UTC', '2026-03-06T22:00', true],
  [night, 'UTC', '2026-03-07T06:59', true],
  [night, 'UTC', '2026-03-07T07:00', false],
  [night, 'UTC', '2026-03-07T23:00', false],
  [night, 'UTC', '2026-03-09T03:00', false],
  [night, 'UTC', '2026-03-10T03:00', true],
  [night, 'Asia/Shanghai', '2026-03-06T14:00', true],
  [night, 'Asia/Shanghai', '2026-03-06T22:59', true],
  [night, 'Asia/Shanghai', '2026-03-06T23:00', false],
  [noon, 'UTC', '2026-03-07T12:00', true],
  [noon, 'UTC', '2026-03-07T13:30', false],
  [noon, 'UTC', '2026-03-06T12:30', false],
  // Lisbon is an hour ahead of UTC in summer.
  [night, 'Europe/Lisbon', '2026-07-03T21:00', true],
  [night, 'Europe/Lisbon', '2026-01-02T21:00', false],
])('decides whether quiet hours %j in %s include %s UTC: %s', (quiet, zone, at, is) =>
  expect(isQuiet(quiet, zone, utc(at))).toBe(is),
);

test('the default rule of every alarm kind is valid', () => {
  for (const kind of ALARM_KIND_NAMES) expect(alarmRule.safeParse(getDefaultRule(kind)).success).toBe(true);
});

describe('invalid rules', () => {
  const cpu = getDefaultRule('cpu-high');
  const weak = getDefaultRule('backhaul-weak');
  test.each([
    ['a threshold below the minimum', { ...cpu, threshold: 0 }, 'threshold'],
    ['a threshold above the maximum', { ...cpu, threshold: 101 }, 'threshold'],
    ['a signal below the minimum', { ...weak, threshold: -101 }, 'threshold'],
    ['a signal without a sign', { ...weak, threshold: 75 }, 'threshold'],
    ['half a percent', { ...cpu, threshold: 90.5 }, 'threshold'],
    ['a threshold of a kind without one', { ...getDefaultRule('device-offline'), threshold: 5 }, 'threshold'],
    [
      'a duration of a momentary event',
      { ...getDefaultRule('config-refused'), toleranceSeconds: 5 },
      'toleranceSeconds',
    ],
    ['longer than a day', { ...cpu, toleranceSeconds: 86_401 }, 'toleranceSeconds'],
    ['quiet hours without a day', { ...cpu, quiet: { ...night, weekdays: [] } }, 'quiet.weekdays'],
    ['quiet hours of zero length', { ...cpu, quiet: { ...night, until: '22:00' } }, 'quiet.until'],
    ['no time', { ...cpu, quiet: { ...night, from: '24:00' } }, 'quiet.from'],
  ])('are refused with an issue at the invalid field: %s', (_title, rule, path) => {
    expect(alarmRule.safeParse(rule).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test('are refused if two rules apply to one alarm kind', () =>
    expect(alarmRulesChange.safeParse({ baseVersion: 0, rules: [cpu, cpu] }).success).toBe(false));
});
