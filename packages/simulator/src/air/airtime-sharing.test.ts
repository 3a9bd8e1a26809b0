import { describe, expect, test } from 'vitest';
import { computeDeferredTime, shareAirtime } from './airtime-sharing.ts';
import { groupByContention } from './contention-groups.ts';

type Pairs = readonly (readonly [number, number])[];

/** Builds the relations of senders, of which these pairs defer to each other. */
function relate(count: number, pairs: Pairs) {
  const deferred = Array.from({ length: count }, (_, own) =>
    pairs.flatMap(([a, b]) => (a === own ? [b] : b === own ? [a] : [])),
  );
  const mutual = deferred.map((list) => new Set(list));
  return { mutual, groups: deferred.map((list) => groupByContention(list, mutual)) };
}
const ALL_OF_3: Pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
];
const CHAIN_OF_3: Pairs = [
  [0, 1],
  [1, 2],
];

describe('shared airtime', () => {
  test.each<[string, number[], Pairs, number[]]>([
    ['two saturated senders have half each', [1, 1], [[0, 1]], [0.5, 0.5]],
    ['separate senders have all', [1, 1], [], [1, 1]],
    ['demands that fit are met', [0.3, 0.6], [[0, 1]], [0.3, 0.6]],
    ['a demand above the whole time counts as the whole time', [7, 1], [[0, 1]], [0.5, 0.5]],
    ['a small demand beside a saturated sender is met', [0.2, 1], [[0, 1]], [0.2, 0.8]],
    ['three saturated senders have a third each', [1, 1, 1], ALL_OF_3, [1 / 3, 1 / 3, 1 / 3]],
    // The two outer senders overlap by chance: x = (1 − x)² for the one between them.
    ['a sender between two that do not receive each other', [1, 1, 1], CHAIN_OF_3, [0.618, 0.382, 0.618]],
    ['no demand', [0, 0], [[0, 1]], [0, 0]],
    ['one sender', [0.4], [], [0.4]],
  ])('%s', (_title, demands, pairs, expected) => {
    for (const [index, granted] of shareAirtime(relate(demands.length, pairs), demands).entries())
      expect(granted).toBeCloseTo(expected[index] ?? -1, 3);
  });

  test('a sender that only one side defers to keeps its time', () => {
    const contention = { groups: [[], [[0]]], mutual: [new Set<number>(), new Set<number>()] };
    const [dominant = 0, starved = 1] = shareAirtime(contention, [0.9, 1]);
    expect(dominant).toBeCloseTo(0.9);
    expect(starved).toBeLessThan(0.2);
  });

  test('the iteration settles: neighbours of a long chain fit beside each other', () => {
    const count = 40;
    const demands = Array.from({ length: count }, (_, index) => ((index * 7) % 10) / 10);
    const pairs = Array.from({ length: count - 1 }, (_, index) => [index, index + 1] as const);
    const granted = shareAirtime(relate(count, pairs), demands);
    for (const [index, own] of granted.entries()) {
      expect(own).toBeLessThanOrEqual(demands[index] ?? 0);
      if (index > 0) expect(own + (granted[index - 1] ?? 0)).toBeLessThanOrEqual(1.001);
    }
  });

  test('a group in which all defer to each other is full, and small demands in it are met', () => {
    const count = 12;
    const pairs = Array.from({ length: count }, (_, a) =>
      Array.from({ length: count - a - 1 }, (_each, more) => [a, a + more + 1] as const),
    ).flat();
    const demands = Array.from({ length: count }, (_, index) => (index + 1) / 20);
    const granted = shareAirtime(relate(count, pairs), demands);
    expect(Math.abs(granted.reduce((sum, own) => sum + own, 0) - 1)).toBeLessThan(0.03);
    expect(granted[0]).toBeCloseTo(0.05);
  });
});

test('times of a group add up, and times of different groups overlap by chance', () => {
  expect(computeDeferredTime(relate(3, ALL_OF_3), 0, [0, 0.5, 0.5])).toBeCloseTo(1);
  expect(computeDeferredTime(relate(3, CHAIN_OF_3), 1, [0.5, 0, 0.5])).toBeCloseTo(0.75);
});
