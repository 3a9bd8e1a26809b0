import { expect, test } from 'vitest';
import { createRadarSources } from './radar-sources.ts';

const WEEK_MS = 604_800_000;
const FROM = Date.UTC(2026, 10, 1);
const listMoments = (seed: number, from: number) =>
  createRadarSources(seed, from)
    .flatMap(({ moments }) => moments)
    .toSorted((a, b) => a - b);

test('there is one burst a week, on both ranges of channels in turns', () => {
  const moments = listMoments(1, FROM);
  const weeks = moments.map((at) => Math.floor(at / WEEK_MS));
  expect(new Set(weeks).size).toBe(weeks.length);
  expect(weeks.at(-1)).toBe((weeks[0] ?? 0) + weeks.length - 1);
  for (const { moments: own } of createRadarSources(1, FROM)) expect(own.length).toBeGreaterThan(100);
});

test('the seed and the week decide the bursts, not the time of the start', () => {
  const moments = listMoments(1, FROM);
  expect(listMoments(1, FROM + 3 * WEEK_MS).slice(0, 100)).toEqual(moments.slice(3, 103));
  expect(listMoments(2, FROM)).not.toEqual(moments);
});
