import { SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { FailurePauses } from './failure-pauses.ts';

test('repeats failing work after pauses that grow to 10 min, logs each failure, and runs other projects', async () => {
  const clock = new SteppedClock();
  const warnings: object[] = [];
  const pauses = new FailurePauses(
    { clock, log: { warn: (fields: object) => void warnings.push(fields) } },
    'failed',
  );
  let isBroken = true;
  const tries: number[] = [];
  const run = () =>
    pauses.run(7, async () => {
      tries.push(clock.now());
      if (isBroken) throw new Error('broken');
    });
  const start = clock.now();
  for (let second = 0; second < 3_600; second++) {
    await run();
    expect(await pauses.run(8, async () => undefined)).toBe(true);
    await clock.advance(1_000);
  }
  const gaps = tries.slice(1).map((at, index) => (at - (tries[index] ?? start)) / 1_000);
  expect(gaps.slice(0, 9)).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 600]);
  expect(Math.max(...gaps)).toBe(600);
  expect(warnings).toHaveLength(tries.length);
  expect(warnings[1]).toMatchObject({ project: 7, failures: 2, pauseMs: 8_000 });
  expect(pauses.paused).toBe(1);
  isBroken = false;
  await clock.advance(600_000);
  expect(await run()).toBe(true);
  expect(pauses.paused).toBe(0);
});

test('pauses no project for a database that cannot be reached', async () => {
  const warnings: object[] = [];
  const log = { warn: (fields: object) => void warnings.push(fields) };
  const pauses = new FailurePauses({ clock: new SteppedClock(), log }, 'failed');
  const lost = Object.assign(new Error('lost'), { code: '57P01' });
  expect(await pauses.run(7, () => Promise.reject(lost))).toBe(false);
  expect(pauses.paused).toBe(0);
  expect(await pauses.run(7, () => Promise.resolve())).toBe(true);
  expect(warnings).toHaveLength(1);
});
