import { describe, expect, test } from 'vitest';
import type { Position } from './air-site.ts';
import { hashId } from './pair-random.ts';
import { computeLossOver, computePathLoss, type PathEnd } from './path-loss.ts';
import { groupWalls } from './wall-loss.ts';

const NO_WALLS = groupWalls([]);
const placeAt = (id: string, position: Position): PathEnd => ({ position, hash: hashId(id) });
const ORIGIN = placeAt('a', { x: 0, y: 0, floor: 0 });

/** Returns the losses of many pairs over a distance. */
const listLosses = (metres: number, frequencyMhz: number): number[] =>
  Array.from({ length: 4_000 }, (_, index) =>
    computeLossOver(metres, frequencyMhz, hashId('radio'), hashId(`client ${index}`)),
  );
const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the loss of a pair', () => {
  test('is the same each time and in both directions', () => {
    const other = placeAt('b', { x: 12, y: 5, floor: 1 });
    const loss = computePathLoss(ORIGIN, other, 5180, NO_WALLS);
    expect(computePathLoss(other, ORIGIN, 5180, NO_WALLS)).toBe(loss);
    expect(computePathLoss(ORIGIN, other, 5180, NO_WALLS)).toBe(loss);
  });

  test('is finite in the same place', () =>
    expect(computePathLoss(ORIGIN, ORIGIN, 2412, NO_WALLS)).toBeGreaterThan(20));

  test('is higher on another floor', () => {
    const losses = [0, 1, 3].map((floor) =>
      computePathLoss(ORIGIN, placeAt('b', { x: 0, y: 0, floor }), 2412, NO_WALLS),
    );
    expect(losses.toSorted((a, b) => a - b)).toEqual(losses);
    expect((losses[2] ?? 0) - (losses[0] ?? 0)).toBeGreaterThan(22);
  });

  test('contains the known walls between the places', () => {
    const wall = { floor: 0, x1: 5, y1: -5, x2: 5, y2: 5, lossDb: 9 };
    const measure = (position: Position): number =>
      computePathLoss(ORIGIN, placeAt('b', position), 5180, groupWalls([wall])) -
      computePathLoss(ORIGIN, placeAt('b', position), 5180, groupWalls([{ ...wall, lossDb: 0 }]));
    expect(measure({ x: 10, y: 0, floor: 0 })).toBeCloseTo(9);
    expect(measure({ x: 4, y: 0, floor: 0 })).toBe(0);
    expect(measure({ x: 10, y: 20, floor: 0 })).toBe(0);
    expect(measure({ x: 10, y: 0, floor: 1 })).toBe(0);
  });
});

test('the mean loss is near the published model', () => {
  // 30 m: a line of sight in 16% of the pairs, 3GPP TR 38.901 table 7.4.2-1.
  const sight = 32.4 + 17.3 * Math.log10(30) + 20 * Math.log10(5.18);
  const blocked = 17.3 + 38.3 * Math.log10(30) + 24.9 * Math.log10(5.18);
  const share = 0.32 * Math.exp((6.5 - 30) / 32.6);
  expect(computeMean(listLosses(30, 5180))).toBeCloseTo(share * sight + (1 - share) * blocked, 0);
});

test('shadowing at 1 m, in sight, has 3 dB', () => {
  const losses = listLosses(1, 5180);
  const mean = computeMean(losses);
  const deviation = Math.sqrt(computeMean(losses.map((loss) => (loss - mean) ** 2)));
  expect(deviation).toBeGreaterThan(2.7);
  expect(deviation).toBeLessThan(3.2);
});

test('the loss is higher on a higher band', () =>
  expect(computeMean(listLosses(10, 5180))).toBeGreaterThan(computeMean(listLosses(10, 2437)) + 5));
