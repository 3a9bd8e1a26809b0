import { createRandom } from '@northlight/rf/plan';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { compareLoss, computeSiteLoss, isWorse, mustBeTakenBack, type SiteLoss } from './site-loss.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const MONDAY = Date.UTC(2026, 0, 5);

/** Returns a week in which radios are busy by day, and lose an airtime in proportion to their load, with noise. */
function createWeek(seed = 1, noise = 0.03): SiteLoss[] {
  const random = createRandom(seed);
  return Array.from({ length: 7 * 96 }, (_, index) => {
    const at = MONDAY - 7 * DAY_MS + index * QUARTER_MS;
    const hour = (at % DAY_MS) / HOUR_MS;
    const load = (0.05 + 0.1 * Math.max(0, Math.sin(((hour - 6) / 16) * Math.PI))) * (0.8 + 0.4 * random());
    return { at, load, loss: (0.05 + 1.5 * load) * (1 - noise + 2 * noise * random()) };
  });
}

test.each([
  ['no radio', [], undefined],
  ['no traffic', [{ others: 0.5, load: 0 }], undefined],
  [
    'equal loads',
    [
      { others: 0.2, load: 0.1 },
      { others: 0.4, load: 0.1 },
    ],
    0.3,
  ],
  [
    'a busy radio',
    [
      { others: 0.2, load: 0.3 },
      { others: 0.4, load: 0.1 },
    ],
    0.25,
  ],
])('weights the loss by load: %s', (_name, radios, loss) => {
  const found = computeSiteLoss(0, radios)?.loss;
  if (loss === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(loss, 9);
});

test('expects nothing without history', () => {
  expect(compareLoss({ at: MONDAY, loss: 0.9, load: 0.1 }, [])).toEqual({ at: MONDAY, loss: 0.9, load: 0.1 });
  expect(isWorse({ at: MONDAY, loss: 0.9, load: 0.1 })).toBe(false);
});

test.each([
  ['the usual loss', 0.1, 1, false],
  ['more traffic with the loss that belongs to it', 0.2, 1, false],
  ['a loss that is 5 % higher', 0.1, 1.05, false],
  ['a loss that is 25 % higher', 0.1, 1.25, true],
  ['more traffic with a loss that is 25 % higher', 0.2, 1.25, true],
  ['less traffic with a loss that is 25 % higher', 0.03, 1.25, true],
])('compares with the same hours and the load: %s', (_name, load, factor, expected) => {
  const at = MONDAY + 12 * HOUR_MS;
  const loss = (0.05 + 1.5 * load) * factor;
  expect(isWorse(compareLoss({ at, load, loss }, createWeek()))).toBe(expected);
});

test('takes a plan back after two worse windows in a row, not after one', () => {
  const worse = { at: 0, load: 0.1, loss: 0.3, expected: 0.2, deviation: 0.01 };
  const usual = { ...worse, loss: 0.2 };
  expect(mustBeTakenBack([worse])).toBe(false);
  expect(mustBeTakenBack([worse, usual])).toBe(false);
  expect(mustBeTakenBack([worse, usual, worse])).toBe(false);
  expect(mustBeTakenBack([usual, worse, worse])).toBe(true);
});

test('takes back none of 100 ordinary days, and finds each of 20 that are 30 % worse', () => {
  const judge = (seed: number, factor: number): boolean => {
    const history = createWeek(seed);
    const today = createWeek(seed + 1000).slice(0, 96);
    return today.some((_, index) =>
      mustBeTakenBack(
        today
          .slice(Math.max(0, index - 1), index + 1)
          .map((window) =>
            compareLoss({ ...window, at: window.at + 7 * DAY_MS, loss: window.loss * factor }, history),
          ),
      ),
    );
  };
  expect(Array.from({ length: 100 }, (_, seed) => judge(seed, 1)).filter(Boolean)).toHaveLength(0);
  expect(Array.from({ length: 20 }, (_, seed) => judge(seed, 1.3)).filter(Boolean)).toHaveLength(20);
});
