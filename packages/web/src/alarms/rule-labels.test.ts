import { defaultRule } from '@northlight/contract';
import { expect, test } from 'vitest';
import { delayLabel, quietHoursLabel, ruleSeverityLabel, thresholdLabel } from './rule-labels.ts';
import { changedRule, toRuleValues } from './rule-values.ts';

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat, Sun'],
  [[1, 2, 3, 4, 5, 6, 7], 'every day'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
])('formats days %j as %s', (weekdays, text) =>
  expect(quietHoursLabel({ from: '22:00', until: '07:00', weekdays })).toBe(`22:00–07:00 ${text}`),
);

test('formats threshold, delay and severity of a rule', () => {
  expect(thresholdLabel(defaultRule('cpu-high'))).toBe('95 %');
  expect(thresholdLabel(defaultRule('device-offline'))).toBeUndefined();
  expect(delayLabel(defaultRule('cpu-high'))).toBe('10 min');
  expect(delayLabel({ ...defaultRule('cpu-high'), toleranceSeconds: 90 })).toBe('90 s');
  expect(delayLabel(defaultRule('device-offline'))).toBe('None');
  expect(delayLabel(defaultRule('config-refused'))).toBeUndefined();
  expect(ruleSeverityLabel(defaultRule('device-event'))).toBe('Reported by the device');
});

test('a rule is unchanged after a round trip through its form', () => {
  for (const kind of ['cpu-high', 'device-event', 'device-offline'] as const) {
    const rule = defaultRule(kind);
    expect(changedRule(rule, toRuleValues(rule))).toEqual(rule);
  }
  const quiet = { from: '22:00', until: '07:00', weekdays: [6, 7] };
  const rule = { ...defaultRule('cpu-high'), severity: 'critical' as const, quiet };
  expect(changedRule(rule, toRuleValues(rule))).toEqual(rule);
  expect(changedRule(rule, { ...toRuleValues(rule), quietOn: false })).not.toHaveProperty('quiet');
});
