import { Worker } from 'node:worker_threads';
import type { StoryResult, SeedRange } from './story-worker.ts';

/**
 * Plays the seeds of a range on several threads and returns the numbers of stories and of violations. With `first` it
 * stops at the first violation.
 */
export async function playStories(
  { from, seeds }: SeedRange,
  {
    first,
    failed,
    threads,
  }: { readonly first: boolean; readonly failed: (story: StoryResult) => void; readonly threads: number },
): Promise<{ played: number; failures: number }> {
  let played = 0;
  let failures = 0;
  const part = Math.ceil(seeds / threads);
  const workers = Array.from({ length: threads }, (_, index) => {
    const start = from + index * part;
    const range: SeedRange = { from: start, seeds: Math.max(0, Math.min(part, from + seeds - start)) };
    return new Worker(new URL('story-worker.ts', import.meta.url), { workerData: range });
  });
  const finished = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('message', (story: StoryResult) => {
          played++;
          if (story.violations.length === 0 || (first && failures > 0)) return;
          failures++;
          failed(story);
          if (first) for (const other of workers) void other.terminate();
        });
        worker.once('error', reject);
        worker.once('exit', () => resolve());
      }),
  );
  await Promise.all(finished);
  return { played, failures };
}
