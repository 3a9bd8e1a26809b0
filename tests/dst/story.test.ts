import { expect, test } from 'vitest';
import { playStory } from './story.ts';

const SEEDS = Array.from({ length: 150 }, (_, index) => index + 1);

test('finds no violation in five stories, and plays each again by its seed', async () => {
  for (const seed of SEEDS.slice(0, 5)) {
    const { hash, violations } = await playStory(seed);
    expect(violations, `npm run dst -- --seed ${seed}`).toEqual([]);
    expect((await playStory(seed)).hash).toBe(hash);
  }
});

test('finds no violation in 150 stories', { tags: ['proof'], timeout: 180_000 }, async () => {
  for (const seed of SEEDS)
    expect((await playStory(seed)).violations, `npm run dst -- --seed ${seed}`).toEqual([]);
});

test('plays the same story for the same seed', { tags: ['proof'] }, async () => {
  for (const seed of SEEDS.slice(0, 10))
    expect((await playStory(seed)).hash).toBe((await playStory(seed)).hash);
  expect((await playStory(1)).hash).not.toBe((await playStory(2)).hash);
});
