import { SteppedClock } from '@northlight/runtime';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { LONGEST_STILL_MS, MAX_WAITING_BYTES, SlowReaderGuard } from './slow-reader-guard.ts';

/** A reader who takes one piece whenever he is told to. */
function slowReader() {
  const clock = new SteppedClock();
  const taken: (() => void)[] = [];
  const stream = new Writable({ write: (_chunk, _encoding, done) => void taken.push(done) });
  const writer = new SlowReaderGuard(stream, clock);
  const take = async () => {
    taken.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const passes = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += 1500) {
      await clock.advance(1500);
      writer.check();
    }
  };
  return { stream, writer, take, passes };
}

test('a reader who stands still is dropped, though little waits for him', async () => {
  const { passes, stream, writer } = slowReader();
  writer.write('one event');
  await passes(LONGEST_STILL_MS - 3000);
  expect(stream.destroyed).toBe(false);
  await passes(4500);
  expect(stream.destroyed).toBe(true);
});

test('events that go on coming do not make up for his standing still', async () => {
  const { passes, stream, writer } = slowReader();
  for (let second = 0; second < 40 && !stream.destroyed; second += 1.5) {
    writer.write('event');
    await passes(1500);
  }
  expect(stream.destroyed).toBe(true);
});

test('a slow reader who takes something is left alone, and so is one for whom nothing waits', async () => {
  const { passes, stream, take, writer } = slowReader();
  for (let count = 0; count < 8; count++) writer.write('event');
  for (let count = 0; count < 8; count++) {
    await passes(LONGEST_STILL_MS / 2);
    await take();
  }
  await passes(4 * LONGEST_STILL_MS);
  expect(stream.destroyed).toBe(false);
});

test('what waits for one reader is bounded', () => {
  const { stream, writer } = slowReader();
  const piece = 'x'.repeat(MAX_WAITING_BYTES / 4);
  for (let count = 0; count < 7; count++) writer.write(piece);
  expect(stream.destroyed).toBe(true);
  expect(stream.writableLength).toBeLessThan(2 * MAX_WAITING_BYTES);
});

test('after its end nothing is written any more', () => {
  const { stream, writer } = slowReader();
  stream.end();
  expect(() => writer.write('late')).not.toThrow();
});
