import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedBucket } from './keyed-bucket.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { KeyedSlots } from './keyed-slots.ts';
import { TokenBucket } from './token-bucket.ts';

test('never passes more than the burst and the rate of a bucket', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(gaps, (waits) => {
      const bucket = new TokenBucket(2, 5, 0);
      let now = 0;
      let passed = 0;
      for (const wait of waits) {
        now += wait;
        if (bucket.take(1, now)) passed++;
        expect(passed).toBeLessThanOrEqual(5 + (now / 1000) * 2 + 1e-6);
      }
    }),
  );
});

test('returns the time until the next token', () => {
  const bucket = new TokenBucket(0.5, 1, 0);
  expect(bucket.waitMs(1, 0)).toBe(0);
  expect(bucket.take(1, 0)).toBe(true);
  expect(bucket.waitMs(1, 500)).toBe(1500);
  expect(bucket.take(1, 1999)).toBe(false);
  expect(bucket.take(1, 2000)).toBe(true);
});

test('adds no tokens when the clock is set back', () => {
  const bucket = new TokenBucket(1, 1, 10_000);
  expect(bucket.take(1, 10_000)).toBe(true);
  expect(bucket.take(1, 0)).toBe(false);
  expect(bucket.take(1, 10_999)).toBe(false);
});

test('keeps one bucket per key, and evicts the least recently used key', () => {
  const buckets = new KeyedBucket({ ratePerSecond: 1, burst: 1, maxKeys: 2 });
  expect(['a', 'b', 'a', 'b'].map((key) => buckets.take(key, 0))).toEqual([true, true, false, false]);
  buckets.take('c', 0);
  expect(buckets.take('b', 0)).toBe(false);
  expect(buckets.take('a', 0)).toBe(true);
  buckets.reset('a');
  expect(buckets.take('a', 0)).toBe(true);
});

test('limits slots per key and in total, and frees each slot once', () => {
  const slots = new KeyedSlots({ perKey: 2, total: 3 });
  const first = slots.take('a');
  const second = slots.take('a');
  expect(slots.take('a')).toBeUndefined();
  const other = slots.take('b');
  expect(slots.take('b')).toBeUndefined();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(slots.take('b')).toBeDefined();
  expect(slots.take('c')).toBeUndefined();
  second?.[Symbol.dispose]();
  other?.[Symbol.dispose]();
});

test('runs work of one key in order, also after a failure, without blocking other keys', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = queue.run('a', async () => {
    await held.promise;
    log.push('first');
    throw new Error('failed');
  });
  const second = queue.run('a', () => Promise.resolve(log.push('second')));
  await queue.run('b', () => Promise.resolve(log.push('other')));
  expect(log).toEqual(['other']);
  held.resolve();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(log).toEqual(['other', 'first', 'second']);
  expect(queue.size).toBe(0);
});
