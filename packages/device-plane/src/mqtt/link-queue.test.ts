import { expect, test } from 'vitest';
import { LinkQueue } from './link-queue.ts';

function setup() {
  const queue = new LinkQueue();
  const log: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => () => {
    log.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return {
    queue,
    log,
    other: (name: string) => void queue.add(work(name)).catch(() => log.push(`${name} failed`)),
    stat: (name: string) => void queue.addStat(work(name)).catch(() => log.push(`${name} failed`)),
    end: async (name: string) => {
      ends.get(name)?.resolve();
      await settled();
    },
    fail: async (name: string) => {
      ends.get(name)?.reject(new Error(name));
      await settled();
    },
    settled,
  };
}

test('runs consecutive stat messages in parallel, and other messages in order', async () => {
  const { end, stat, log, other, queue, settled } = setup();
  stat('a');
  stat('b');
  other('birth');
  stat('c');
  await settled();
  expect([log, queue.length]).toEqual([['a', 'b'], 4]);
  await end('b');
  expect(log).toEqual(['a', 'b']);
  await end('a');
  expect(log).toEqual(['a', 'b', 'birth']);
  await end('birth');
  expect(log).toEqual(['a', 'b', 'birth', 'c']);
  await end('c');
  expect(queue.length).toBe(0);
  stat('d');
  expect(log.at(-1)).toBe('d');
});

test('rejects the promise of failed work and continues with the next work', async () => {
  const { end, fail, stat, log, other, queue } = setup();
  stat('a');
  stat('b');
  other('birth');
  other('event');
  await fail('a');
  expect(log).toEqual(['a', 'b', 'a failed']);
  await end('b');
  await fail('birth');
  expect(log).toEqual(['a', 'b', 'a failed', 'birth', 'birth failed', 'event']);
  await end('event');
  await queue.whenIdle();
  expect(queue.length).toBe(0);
});
