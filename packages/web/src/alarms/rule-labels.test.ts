import { ALARM_KIND_NAMES, getDefaultRule } from '@northlight/contract';
import { expect, test } from 'vitest';
import {
  formatDelayLabel,
  formatQuietHoursLabel,
  formatRuleSeverityLabel,
  formatThresholdLabel,
} from './rule-labels.ts';
import { RULE_GROUPS } from './rule-groups.ts';
import { changeRule, toRuleValues } from './rule-values.ts';

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[7, 6], 'Sat, Sun'],
  [[1, 2, 3, 4, 5, 6, 7], 'every day'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
])('formats days %j as %s', (weekdays, text) =>
  expect(formatQuietHoursLabel({ from: '22:00', until: '07:00', weekdays })).toBe(`22:00–07:00 ${text}`),
);

test('formats threshold, delay and severity of a rule', () => {
  expect(formatThresholdLabel(getDefaultRule('cpu-high'))).toBe('95%');
  expect(formatThresholdLabel(getDefaultRule('backhaul-weak'))).toBe('−75 dBm or less');
  expect(formatThresholdLabel(getDefaultRule('device-offline'))).toBeUndefined();
  expect(formatDelayLabel(getDefaultRule('cpu-high'))).toBe('10 min');
  expect(formatDelayLabel({ ...getDefaultRule('cpu-high'), toleranceSeconds: 90 })).toBe('90 s');
  expect(formatDelayLabel(getDefaultRule('device-offline'))).toBe('None');
  expect(formatDelayLabel(getDefaultRule('config-refused'))).toBeUndefined();
  expect(formatRuleSeverityLabel(getDefaultRule('device-event'))).toBe('Reported by the device');
});

test.each([
  [0, 0, 's'],
  [90, 90, 's'],
  [600, 10, 'min'],
] as const)('edits a delay of %d s as %d %s', (toleranceSeconds, delay, delayUnit) => {
  const rule = { ...getDefaultRule('cpu-high'), toleranceSeconds };
  expect(toRuleValues(rule)).toMatchObject({ delay, delayUnit });
  expect(changeRule(rule, toRuleValues(rule)).toleranceSeconds).toBe(toleranceSeconds);
});

test('every alarm kind belongs to one group', () =>
  expect(RULE_GROUPS.flatMap(({ kinds }) => kinds).toSorted()).toEqual(ALARM_KIND_NAMES.toSorted()));

test('a rule does not change if its form is saved without an edit', () => {
  for (const kind of ['cpu-high', 'device-event', 'device-offline'] as const) {
    const rule = getDefaultRule(kind);
    expect(changeRule(rule, toRuleValues(rule))).toEqual(rule);
  }
  const quiet = { from: '22:00', until: '07:00', weekdays: [6, 7] };
  const rule = { ...getDefaultRule('cpu-high'), severity: 'critical' as const, quiet };
  expect(changeRule(rule, toRuleValues(rule))).toEqual(rule);
  expect(changeRule(rule, { ...toRuleValues(rule), quietOn: false })).not.toHaveProperty('quiet');
});
