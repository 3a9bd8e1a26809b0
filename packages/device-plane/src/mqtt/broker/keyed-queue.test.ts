import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('work of one key waits for the work before it, well or not; that of another key does not', async () => {
  const queue = new KeyedQueue();
  const done: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const first = queue.run('a', () => promise);
  const second = queue.run('a', () => Promise.resolve(done.push('a2')));
  await queue.run('b', () => Promise.resolve(done.push('b')));
  expect(done).toEqual(['b']);
  reject(new Error('the first one failed'));
  await expect(first).rejects.toThrow('failed');
  await second;
  await queue.settled();
  expect(done).toEqual(['b', 'a2']);
});
