import { defaultRule } from '@northlight/contract';
import { expect, test } from 'vitest';
import { durationWord, quietWord, ruleSeverityWord, thresholdWord } from './rule-words.ts';
import { changedRule, valuesOf } from './rule-values.ts';

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat, Sun'],
  [[1, 2, 3, 4, 5, 6, 7], 'every day'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
])('days %j are %s', (weekdays, words) =>
  expect(quietWord({ from: '22:00', until: '07:00', weekdays })).toBe(`22:00–07:00 ${words}`),
);

test('a rule in words', () => {
  expect(thresholdWord(defaultRule('cpu-high'))).toBe('95 %');
  expect(thresholdWord(defaultRule('device-offline'))).toBeUndefined();
  expect(durationWord(defaultRule('cpu-high'))).toBe('10 min');
  expect(durationWord({ ...defaultRule('cpu-high'), toleranceSeconds: 90 })).toBe('90 s');
  expect(durationWord(defaultRule('device-offline'))).toBe('At once');
  expect(durationWord(defaultRule('config-refused'))).toBeUndefined();
  expect(ruleSeverityWord(defaultRule('device-event'))).toBe('As the device says');
});

test('what a form holds is the rule again', () => {
  for (const kind of ['cpu-high', 'device-event', 'device-offline'] as const) {
    const rule = defaultRule(kind);
    expect(changedRule(rule, valuesOf(rule))).toEqual(rule);
  }
  const quiet = { from: '22:00', until: '07:00', weekdays: [6, 7] };
  const rule = { ...defaultRule('cpu-high'), severity: 'critical' as const, quiet };
  expect(changedRule(rule, valuesOf(rule))).toEqual(rule);
  expect(changedRule(rule, { ...valuesOf(rule), quietOn: false })).not.toHaveProperty('quiet');
});
