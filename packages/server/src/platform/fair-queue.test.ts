import { SteppedClock } from '@northlight/runtime';
import { describe, expect, test } from 'vitest';
import { FairQueue, QueueGroup, type QueuePriority, type QueueRequester } from './fair-queue.ts';

const account = (id: string): QueueRequester => ({ id, isVisitor: false });
const VISITORS: QueueRequester = { id: 'visitors', isVisitor: true };

/** Creates a queue whose jobs end when the test ends them. */
function createQueue(options: { slots?: number; waiting?: number; group?: QueueGroup } = {}) {
  const clock = new SteppedClock();
  const queue = new FairQueue({ clock, slots: 2, waiting: 10, busy: 'Too many plans.', ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const jobs: Promise<unknown>[] = [];
  const run = (name: string, requester = account(name)): Promise<QueuePriority> => {
    const job = queue.run(requester, async (priority) => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return priority;
    });
    jobs.push(job.catch(() => undefined));
    return job;
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const end = async (name: string, afterMs = 0) => {
    await clock.advance(afterMs);
    ends.get(name)?.();
    await settle();
  };
  /** Makes an account a heavy user. */
  const use = async (name: string) => {
    void run(name);
    await settle();
    await end(name, 20_000);
    started.length = 0;
  };
  return { clock, queue, started, run, settle, end, use };
}

describe('the jobs of an account', () => {
  test('run one after another, with one that waits; a third one is refused with a time to retry', async () => {
    const { clock, end, run, settle, started } = createQueue();
    void run('a1', account('a'));
    void run('a2', account('a'));
    const refused = run('a3', account('a'));
    await clock.advance(250);
    await expect(refused).rejects.toMatchObject({
      status: 429,
      message: 'Two of your requests of this kind are in progress. Wait until one has ended.',
      retryAfterSeconds: 2,
    });
    await settle();
    expect(started).toEqual(['a1']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2']);
  });

  test('start at once while heavy users keep the other slots', async () => {
    const { run, settle, started, use } = createQueue({ slots: 2 });
    for (const heavy of ['h1', 'h2', 'h3']) await use(heavy);
    for (const heavy of ['h1', 'h2', 'h3']) void run(heavy);
    void run('light');
    await settle();
    expect(started).toEqual(['h1', 'light']);
  });

  test('overtake waiting ones of heavy users, whose use is forgiven with time', async () => {
    const { clock, end, run, settle, started, use } = createQueue({ slots: 1 });
    await use('h');
    void run('first');
    await settle();
    void run('h');
    void run('light');
    await end('first');
    expect(started).toEqual(['first', 'light']);
    await end('light');
    await end('h');
    await clock.advance(10 * 60_000);
    const again = run('h');
    await settle();
    await end('h');
    expect(await again).toBe('light');
  });

  test('count over all queues of a group; an account that used little beside another is not a heavy user', async () => {
    const group = new QueueGroup();
    const plans = createQueue({ group });
    const lists = createQueue({ group });
    for (let job = 0; job < 3; job += 1) await plans.use('h');
    await lists.use('h');
    await lists.use('less');
    const priorities = ['h', 'less'].map(async (name) => {
      const job = plans.run(name);
      await plans.settle();
      await plans.end(name);
      return job;
    });
    expect(await Promise.all(priorities)).toEqual(['heavy', 'light']);
  });

  test('are refused with 503 when those of too many accounts wait', async () => {
    const { clock, run } = createQueue({ slots: 1, waiting: 2 });
    for (const name of ['a', 'b', 'c']) void run(name);
    const refused = run('d');
    await clock.advance(250);
    await expect(refused).rejects.toMatchObject({ status: 503, message: 'Too many plans.' });
  });
});

describe('visitors', () => {
  test('are one requester, and take no slot of an account', async () => {
    const { clock, run, settle, started } = createQueue({ slots: 1 });
    void run('v1', VISITORS);
    void run('v2', VISITORS);
    const refused = run('v3', VISITORS);
    await clock.advance(250);
    await expect(refused).rejects.toMatchObject({ status: 429 });
    void run('a');
    await settle();
    expect(started).toEqual(['v1', 'a']);
  });

  test('wait for no account, and accounts are not refused because of visitors', async () => {
    const { run, settle, started } = createQueue({ slots: 1, waiting: 1 });
    void run('a');
    void run('b');
    void run('v1', VISITORS);
    await settle();
    expect(started).toEqual(['a', 'v1']);
  });
});

test('a requester whose jobs reach the time limit is paused, longer after each one; others are not', async () => {
  const { clock, end, queue, run, settle } = createQueue();
  const pauses: number[] = [];
  for (let failure = 0; failure < 3; failure += 1) {
    queue.pause(account('a'));
    let seconds = 0;
    for (;;) {
      const refusal = queue.run(account('a'), async () => undefined).catch((error: unknown) => error);
      await clock.advance(1_000);
      if ((await refusal) === undefined) break;
      expect(await refusal).toMatchObject({ status: 429 });
      seconds += 1;
    }
    pauses.push(seconds);
  }
  expect(pauses).toEqual([4, 8, 16]);
  queue.pause(account('a'));
  const other = run('b');
  await settle();
  await end('b');
  expect(await other).toBe('light');
  await clock.advance(2 * 60 * 60_000);
  queue.pause(account('a'));
  await clock.advance(4_000);
  expect(await queue.run(account('a'), async () => 'done')).toBe('done');
});

test('a requester has one running job in all queues of a group, whose end starts the next one', async () => {
  const group = new QueueGroup();
  const plans = createQueue({ group });
  const lists = createQueue({ group });
  void plans.run('a');
  void lists.run('a');
  void lists.run('b');
  await lists.settle();
  expect([plans.started, lists.started]).toEqual([['a'], ['b']]);
  await plans.end('a');
  expect(lists.started).toEqual(['b', 'a']);
});
