import { describe, expect, test } from 'vitest';
import { createHotelBuilding } from './hotel-building.ts';
import { computeIndoorSignal, findClientPlace } from './indoor-air.ts';

function createFloor() {
  const [first] = createHotelBuilding([['AP1', 'AP2']]).floors;
  const [ap] = first?.places ?? [];
  if (!first || !ap) throw new Error('The hotel has no floor with access points.');
  return { floor: first, place: ap };
}
const { floor, place } = createFloor();
const EMPTY = { ...floor, walls: [] };

/** Returns the mean signal at places around a point, so that shadowing averages out. */
function measureMean(on: typeof floor, x: number, y: number): number {
  const places = Array.from({ length: 64 }, (_, index) => ({
    x: x + (index % 8) * 1.5,
    y: y + Math.floor(index / 8) * 1.5,
  }));
  const signals = places.map((to) => computeIndoorSignal(on, { ...place, x: -20 }, to, '5G'));
  return signals.reduce((sum, signal) => sum + signal, 0) / signals.length;
}

describe('the simulated indoor signal', () => {
  test('is deterministic for the same place and band', () =>
    expect(computeIndoorSignal(floor, place, { x: 3, y: 4 }, '5G')).toBe(
      computeIndoorSignal(floor, place, { x: 3, y: 4 }, '5G'),
    ));

  test('is weaker behind a wall, and less weak through a door', () => {
    const wall = { x1: -10, y1: -50, x2: -10, y2: 100, material: 'brick' as const, doors: [] };
    const open = measureMean(EMPTY, 0, 0);
    const closed = measureMean({ ...EMPTY, walls: [wall] }, 0, 0);
    const door = measureMean({ ...EMPTY, walls: [{ ...wall, doors: [{ fromM: 0, widthM: 150 }] }] }, 0, 0);
    expect(open - closed).toBeCloseTo(8.5, 0);
    expect(open - door).toBeCloseTo(2.4, 0);
  });

  test('has shadowing of 4 dB', () => {
    const differences = Array.from({ length: 2_000 }, (_, index) => {
      const to = { x: 1 + (index % 40) * 1.5, y: 1 + Math.floor(index / 40) * 1.5 };
      const metres = Math.hypot(to.x - place.x, to.y - place.y, 1.7);
      return computeIndoorSignal(EMPTY, place, to, '5G') - (-41 - 23 * Math.log10(Math.max(1, metres)));
    });
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length;
    expect(Math.abs(mean)).toBeLessThan(0.5);
    expect(Math.sqrt(variance)).toBeGreaterThan(3.5);
    expect(Math.sqrt(variance)).toBeLessThan(4.5);
  });
});

test('a client is on the floor of its access point', () => {
  for (const client of ['a', 'b', 'c', 'd', 'e']) {
    const { x, y } = findClientPlace(floor, place, client, 25);
    expect([x > 0, y > 0, x < floor.widthM, y < floor.depthM]).toEqual([true, true, true, true]);
  }
});
