import { SteppedClock } from '@northlight/runtime';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { MAX_STALL_MS, MAX_WAITING_BYTES, SlowReaderGuard } from './slow-reader-guard.ts';

/** Returns a guarded reader. Each call of `read` takes one chunk of the pending data. */
function slowReader() {
  const clock = new SteppedClock();
  const unread: (() => void)[] = [];
  const stream = new Writable({ write: (_chunk, _encoding, done) => void unread.push(done) });
  const writer = new SlowReaderGuard(stream, clock);
  const read = async () => {
    unread.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const wait = async (ms: number) => {
    for (let waited = 0; waited < ms; waited += 1500) {
      await clock.advance(1500);
      writer.check();
    }
  };
  return { stream, writer, read, wait };
}

test('disconnects a reader that reads nothing, even with little unread data', async () => {
  const { wait, stream, writer } = slowReader();
  writer.write('one event');
  await wait(MAX_STALL_MS - 3000);
  expect(stream.destroyed).toBe(false);
  await wait(4500);
  expect(stream.destroyed).toBe(true);
});

test('disconnects a reader that reads nothing while events keep arriving', async () => {
  const { wait, stream, writer } = slowReader();
  for (let second = 0; second < 40 && !stream.destroyed; second += 1.5) {
    writer.write('event');
    await wait(1500);
  }
  expect(stream.destroyed).toBe(true);
});

test('keeps the connection of a reader that reads at least one chunk within the stall limit, and of a reader without unread data', async () => {
  const { wait, stream, read, writer } = slowReader();
  for (let count = 0; count < 8; count++) writer.write('event');
  for (let count = 0; count < 8; count++) {
    await wait(MAX_STALL_MS / 2);
    await read();
  }
  await wait(4 * MAX_STALL_MS);
  expect(stream.destroyed).toBe(false);
});

test('limits the unread data of one reader', () => {
  const { stream, writer } = slowReader();
  const piece = 'x'.repeat(MAX_WAITING_BYTES / 4);
  for (let count = 0; count < 7; count++) writer.write(piece);
  expect(stream.destroyed).toBe(true);
  expect(stream.writableLength).toBeLessThan(2 * MAX_WAITING_BYTES);
});

test('writes nothing after the end of the stream', () => {
  const { stream, writer } = slowReader();
  stream.end();
  expect(() => writer.write('late')).not.toThrow();
});
