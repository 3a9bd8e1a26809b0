import { expect, test } from 'vitest';
import { computeOverlap, getNoise, type RadioChannel } from './channels.ts';
import { CoverageMap, NO_SERVER } from './coverage-map.ts';
import { CARRIER_SENSE_DBM, computeChannelOverlap, computeSinr } from './interference.ts';
import { toDbm, toLevel } from './levels.ts';
import { createRandom, createRandomPlan, predictSignal } from '../testing/index.ts';

const GRID = { x: 0, y: 0, cellM: 1, columns: 60, rows: 36 };
/** Half a step of the signal, and half a step of the interference. */
const TOLERANCE_DB = 0.6;
const CHANNELS: readonly RadioChannel[] = [
  { centreMhz: 5180, widthMhz: 20, streams: 2 },
  { centreMhz: 5190, widthMhz: 40, streams: 2 },
  { centreMhz: 5210, widthMhz: 80, streams: 2, airtime: 0.4 },
  { centreMhz: 5300, widthMhz: 20, streams: 2 },
];

function createMap(seed: number) {
  const random = createRandom(seed);
  const { transmitters } = createRandomPlan(random, { walls: 60, transmitters: 9 });
  const channels = transmitters.map(() => CHANNELS[Math.floor(random() * CHANNELS.length)]!);
  const map = new CoverageMap(GRID);
  map.compute(transmitters);
  return { channels, map, transmitters };
}

test.each([[1], [2], [3]])('the ratios of random plan %d are those of the reference', (seed) => {
  const { channels, map, transmitters } = createMap(seed);
  const ratios = new Float32Array(GRID.columns * GRID.rows);
  computeSinr(map, channels, ratios);
  for (const [cell, ratio] of ratios.entries()) {
    const point = { x: (cell % GRID.columns) + 0.5, y: Math.floor(cell / GRID.columns) + 0.5 };
    const signals = transmitters.map((transmitter) => predictSignal(transmitter, point));
    const served = map.coverage.server[cell] ?? 0;
    const own = channels[served]!;
    const disturbance = signals.reduce(
      (sum, signal, index) => {
        const share = computeOverlap(own, channels[index]!) * (channels[index]?.airtime ?? 1);
        return index === served ? sum : sum + share * 10 ** (signal / 10);
      },
      10 ** (getNoise(own) / 10),
    );
    expect(Math.abs(ratio - ((signals[served] ?? 0) - 10 * Math.log10(disturbance)))).toBeLessThan(
      TOLERANCE_DB,
    );
  }
});

test('a cell without a signal has no ratio', () => {
  const map = new CoverageMap(GRID);
  map.compute([]);
  const ratios = new Float32Array(GRID.columns * GRID.rows);
  computeSinr(map, [], ratios);
  expect(new Set(ratios)).toEqual(new Set([Number.NEGATIVE_INFINITY]));
});

test('counts the strong radios on overlapping channels, and keeps the strongest of them', () => {
  const { channels, map } = createMap(4);
  const [counts, strongest] = [new Uint8Array(GRID.columns * GRID.rows), new Uint8Array(2160)];
  computeChannelOverlap(map, channels, counts, strongest);
  for (const [cell, count] of counts.entries()) {
    const served = map.coverage.server[cell] ?? NO_SERVER;
    const others = channels.flatMap((channel, index) => {
      const level = map.getLevels(index)?.[cell] ?? 0;
      const isCounted = index !== served && computeOverlap(channels[served]!, channel) > 0;
      return isCounted && toDbm(level) >= CARRIER_SENSE_DBM ? [level] : [];
    });
    expect(count).toBe(others.length);
    expect(strongest[cell]).toBe(Math.max(0, ...others));
  }
  expect(Math.max(...counts)).toBeGreaterThan(1);
});

test.each([
  ['the same channel', 0, 0, 1],
  ['a wider channel into a part of it', 0, 1, 0.5],
  ['a narrow channel into a wider one', 1, 0, 1],
  ['the lower half of 80 MHz into 40 MHz', 1, 2, 0.5],
  ['separate channels', 0, 3, 0],
])('the share of power of %s', (_title, receiver, sender, share) => {
  expect(computeOverlap(CHANNELS[receiver]!, CHANNELS[sender]!)).toBeCloseTo(share, 6);
});

test('the noise grows with the width of the channel', () => {
  expect(getNoise(CHANNELS[0]!)).toBe(-94);
  expect(getNoise(CHANNELS[2]!)).toBeCloseTo(-88, 1);
});

test('a level is the nearest step of a signal', () => {
  expect([-130, -120, -82.2, -50, 30].map(toLevel)).toEqual([0, 0, 76, 140, 255]);
});
