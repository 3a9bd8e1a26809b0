import { expect, test } from 'vitest';
import { play } from './story.ts';

const SEEDS = Array.from({ length: 150 }, (_, index) => index + 1);

test('finds no violation in five stories, and plays each again by its seed', async () => {
  for (const seed of SEEDS.slice(0, 5)) {
    const { hash, violations } = await play(seed);
    expect(violations, `npm run dst -- --seed ${seed}`).toEqual([]);
    expect((await play(seed)).hash).toBe(hash);
  }
});

test('finds no violation in 150 stories', { tags: ['proof'], timeout: 180_000 }, async () => {
  for (const seed of SEEDS)
    expect((await play(seed)).violations, `npm run dst -- --seed ${seed}`).toEqual([]);
});

test('plays the same story for the same seed', { tags: ['proof'] }, async () => {
  for (const seed of SEEDS.slice(0, 10)) expect((await play(seed)).hash).toBe((await play(seed)).hash);
  expect((await play(1)).hash).not.toBe((await play(2)).hash);
});
