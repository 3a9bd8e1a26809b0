import { parentPort, workerData } from 'node:worker_threads';
import { playStory } from './story.ts';

export interface SeedRange {
  readonly from: number;
  readonly seeds: number;
}

/** Result of a worker for one seed. */
export interface StoryResult {
  readonly seed: number;
  readonly violations: readonly string[];
}

const { from, seeds } = workerData as SeedRange;
for (let seed = from; seed < from + seeds; seed++) {
  const { violations } = await playStory(seed);
  const played: StoryResult = { seed, violations };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin, unlike a window's
  parentPort?.postMessage(played);
}
