import { expect, test } from 'vitest';
import { play } from './story.ts';

const SEEDS = Array.from({ length: 150 }, (_, index) => index + 1);

test('no story breaks a promise', async () => {
  for (const seed of SEEDS)
    expect((await play(seed)).violations, `npm run dst -- --seed ${seed}`).toEqual([]);
}, 60_000);

test('a seed is a story', async () => {
  for (const seed of SEEDS.slice(0, 10)) expect((await play(seed)).hash).toBe((await play(seed)).hash);
  expect((await play(1)).hash).not.toBe((await play(2)).hash);
});
