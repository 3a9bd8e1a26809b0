import { expect, test } from 'vitest';
import { sleep, SteppedClock } from './clock.ts';

test('fires timers in order of time, then of registration, each at its time', async () => {
  const clock = new SteppedClock(1000);
  const fired: string[] = [];
  const record = (name: string) => () => fired.push(`${name} ${clock.now()}`);
  clock.after(20, record('late'));
  clock.after(10, record('first'));
  clock.after(10, record('second'));
  clock.after(-5, record('overdue'));
  clock.after(31, record('beyond'));
  await clock.advance(30);
  expect(fired).toEqual(['overdue 1000', 'first 1010', 'second 1010', 'late 1020']);
  expect([clock.now(), clock.pendingTimers]).toEqual([1030, 1]);
});

test('does not fire a timer that another timer cancelled', async () => {
  const clock = new SteppedClock(0);
  const fired: string[] = [];
  const cancel = clock.after(10, () => fired.push('cancelled'));
  clock.after(5, cancel);
  await clock.advance(20);
  expect(fired).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});

test('fires timers set by a timer or a promise within the same advance', async () => {
  const clock = new SteppedClock(0);
  const at: number[] = [];
  const again = (): void => {
    at.push(clock.now());
    if (at.length < 5) void Promise.resolve().then(() => clock.after(10, again));
  };
  clock.after(10, again);
  await clock.advance(35);
  expect(at).toEqual([10, 20, 30]);
  await clock.advance(100);
  expect(at).toEqual([10, 20, 30, 40, 50]);
});

test('ends a sleep after its time or at its signal, and leaves no timer', async () => {
  const clock = new SteppedClock(0);
  const ended: string[] = [];
  const stop = new AbortController();
  void sleep(clock, 10).then(() => ended.push('time'));
  void sleep(clock, 1000, stop.signal).then(() => ended.push('signal'));
  await clock.advance(10);
  expect(ended).toEqual(['time']);
  stop.abort();
  await clock.advance(0);
  expect(ended).toEqual(['time', 'signal']);
  await sleep(clock, 1000, stop.signal);
  expect(clock.pendingTimers).toBe(0);
});

test('runs due timers once after a leap, and continues a loop from the new time', async () => {
  const clock = new SteppedClock(0);
  const at: number[] = [];
  const again = (): void => {
    at.push(clock.now());
    clock.after(10, again);
  };
  clock.after(10, again);
  await clock.leap(1000);
  expect(at).toEqual([1000]);
  await clock.advance(10);
  expect(at).toEqual([1000, 1010]);
});
