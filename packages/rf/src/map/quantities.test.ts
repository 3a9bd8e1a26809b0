import { expect, test } from 'vitest';
import type { RadioChannel } from './channels.ts';
import { CoverageMap, NO_SERVER } from './coverage-map.ts';
import { computeSinr } from './interference.ts';
import { type Quantity, QuantityComputer, toStored, toValue } from './quantities.ts';
import { createRandom, createRandomPlan } from '../testing/index.ts';
import { getRate, getThroughput } from './throughput.ts';

const channel = (widthMhz: RadioChannel['widthMhz'], streams: number): RadioChannel => ({
  centreMhz: 5180,
  widthMhz,
  streams,
});

test.each([
  // IEEE 802.11ax-2021, tables 27-56 to 27-111, guard interval of 0.8 µs.
  [4, 20, 1, 8.6],
  [22, 20, 1, 86],
  [60, 20, 1, 143.4],
  [60, 40, 2, 573.5],
  [60, 80, 2, 1201],
  [60, 160, 2, 2401.9],
  [60, 80, 4, 2401.9],
  [3.9, 80, 2, 0],
] as const)('the rate at %d dB in %d MHz with %d streams is %d Mbit/s', (ratio, width, streams, rate) => {
  expect(getRate(ratio, channel(width, streams))).toBeCloseTo(rate, 0);
});

test('a rate grows with the ratio, and a second stream never lowers it', () => {
  for (let ratio = -5; ratio < 50; ratio += 0.5) {
    expect(getRate(ratio + 0.5, channel(80, 2))).toBeGreaterThanOrEqual(getRate(ratio, channel(80, 2)));
    expect(getRate(ratio, channel(80, 2))).toBeGreaterThanOrEqual(getRate(ratio, channel(80, 1)));
  }
});

test.each<[Quantity, number, number]>([
  ['signal', -67.5, 0.25],
  ['second', -91, 0.25],
  ['sinr', -12.5, 0.25],
  ['sinr', 33, 0.25],
  ['throughput', 5.6, 0.6],
  ['throughput', 780, 6],
  ['overlap', 3, 0],
  ['server', 7, 0],
])('a stored %s of %d has an error of at most %d', (quantity, value, error) => {
  expect(Math.abs((toValue(quantity, toStored(quantity, value)) ?? 0) - value)).toBeLessThanOrEqual(error);
});

test('the throughput of each cell is that of its ratio in the channel of the strongest radio', () => {
  const grid = { x: 0, y: 0, cellM: 2, columns: 30, rows: 18 };
  const { transmitters } = createRandomPlan(createRandom(5), { walls: 40, transmitters: 6 });
  const channels = transmitters.map((_, index): RadioChannel => ({
    centreMhz: 5180 + 20 * (index % 3),
    widthMhz: index % 2 === 0 ? 20 : 40,
    streams: 2,
  }));
  const map = new CoverageMap(grid);
  map.compute(transmitters);
  const cells = grid.columns * grid.rows;
  const [ratios, levels] = [new Float32Array(cells), new Uint8Array(cells)];
  computeSinr(map, channels, ratios);
  new QuantityComputer(cells).compute(map, channels, 'throughput', levels);
  const found = new Set<number>();
  for (const [cell, level] of levels.entries()) {
    const served = channels[map.coverage.server[cell] ?? 0]!;
    // Ratios are stored in steps of 0.5 dB.
    const stored = toValue('sinr', toStored('sinr', ratios[cell] ?? 0)) ?? 0;
    expect(level).toBe(toStored('throughput', getThroughput(stored, served)));
    found.add(level);
  }
  expect(found.size).toBeGreaterThan(5);
});

test('a map without radios has no value in any cell', () => {
  const map = new CoverageMap({ x: 0, y: 0, cellM: 1, columns: 2, rows: 2 });
  map.compute([]);
  const levels = new Uint8Array(4);
  for (const quantity of ['signal', 'second', 'server', 'sinr'] as const) {
    new QuantityComputer(4).compute(map, [], quantity, levels);
    expect(toValue(quantity, levels[0] ?? 0)).toBeUndefined();
  }
  expect(NO_SERVER).toBe(255);
});
