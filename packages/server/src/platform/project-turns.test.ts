import { expect, test } from 'vitest';
import { ProjectTurns } from './project-turns.ts';

const LARGE = 1;
const SMALL = 2;

test('runs the work of a small project while a large one runs, and that of one project once at a time', async () => {
  const started: number[] = [];
  const large = Promise.withResolvers<void>();
  const turns = new ProjectTurns(2, async (projectId) => {
    started.push(projectId);
    if (projectId === LARGE && started.length === 1) await large.promise;
  });
  const first = turns.request(LARGE);
  // Both requests are served by one run after the present one.
  const again = [turns.request(LARGE), turns.request(LARGE)];
  await turns.request(SMALL);
  await turns.wait(SMALL);
  expect(started).toEqual([LARGE, SMALL]);
  large.resolve();
  await Promise.all([first, ...again]);
  expect(started).toEqual([LARGE, SMALL, LARGE]);
  await turns.waitForAll();
});

test('runs at most this many projects at a time, and continues after an error', async () => {
  let running = 0;
  let most = 0;
  const turns = new ProjectTurns(3, async (projectId) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (projectId === SMALL) throw new Error('no links');
  });
  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, id) => turns.request(id)));
  expect(most).toBe(3);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  await turns.wait(SMALL);
});
