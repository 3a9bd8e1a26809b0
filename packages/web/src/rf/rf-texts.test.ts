import type { RfPlan } from '@northlight/contract';
import { expect, test } from 'vitest';
import { createRow } from './testing/rf-answers.ts';
import { describeBudget, describeEffect, describeReason, formatInterruption } from './rf-texts.ts';

const PLAN: RfPlan = { rows: [], interferenceBefore: 0.2, interferenceAfter: 0.078, budget: [0, 0.7, 1] };

test.each<[string, Partial<RfPlan>, string]>([
  ['a bound', { gap: 0.034 }, 'Interference −61 %; at most 3.4 % above the lowest possible'],
  ['no bound', {}, 'Interference −61 %; no bound for this site'],
  ['the best plan', { gap: 0 }, 'Interference −61 %; the lowest possible'],
  [
    'no interference',
    { interferenceBefore: 0, interferenceAfter: 0 },
    'Interference 0 %; no bound for this site',
  ],
])('describes a plan with %s', (_name, values, expected) =>
  expect(describeEffect({ ...PLAN, ...values })).toBe(expected),
);

test.each([
  [0, 'No radio changes its channel'],
  [1, '1 of 84 radios brings 70 % of the improvement'],
  [2, '2 of 84 radios bring 100 % of the improvement'],
])('describes a budget of %i changes', (changes, expected) =>
  expect(describeBudget(changes, 84, PLAN.budget)).toBe(expected),
);

test.each([
  [0, 'A moment'],
  [60, '60 s'],
  [600, '10 min'],
])('formats an interruption of %i s', (seconds, expected) =>
  expect(formatInterruption(seconds)).toBe(expected),
);

const SAME = createRow('AP-1', { proposed: createRow('AP-1').now, othersAfter: 0.41 });
test.each([
  [undefined, 'No other channel is better.'],
  [10, 'Keeps its channel within the limit of 10 changes.'],
])('names the reason of a radio without a change in a plan with the limit %s', (maxChanges, expected) =>
  expect(describeReason(SAME, maxChanges)).toBe(expected),
);
