import { SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { StatIntake } from './stat-intake.ts';
import type { StatUpdate, Touched } from './store.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { sampleStat } from './testing/samples.ts';

/** A store whose commits wait until the test lets them through. */
class GatedStore extends MemoryDeviceStore {
  readonly batches: (readonly StatUpdate[])[] = [];
  #gate = Promise.withResolvers<void>();

  release(): void {
    this.#gate.resolve();
    this.#gate = Promise.withResolvers();
  }

  fail(error: Error): void {
    this.#gate.reject(error);
    this.#gate = Promise.withResolvers();
  }

  override async saveStats(updates: readonly StatUpdate[]): Promise<readonly Touched[]> {
    this.batches.push(updates);
    await this.#gate.promise;
    return super.saveStats(updates);
  }
}

async function setup() {
  const store = new GatedStore();
  const clock = new SteppedClock();
  const touched: Touched[] = [];
  const intake = new StatIntake(store, clock, (more) => touched.push(...more));
  const deviceId = await store.claim('SN', 7, clock.now());
  const acknowledged: number[] = [];
  const add = (cpu: number) =>
    intake
      .add({ deviceId, message: sampleStat({ cpu }), receivedAt: clock.now() })
      .then(() => acknowledged.push(cpu));
  return { store, clock, touched, intake, deviceId, acknowledged, add };
}

test('reports of a moment are one transaction, and acknowledged only after its commit', async () => {
  const { store, clock, touched, deviceId, acknowledged, add } = await setup();
  const all = [add(1), add(2), add(3)];
  await clock.advance(199);
  expect(store.batches).toEqual([]);
  await clock.advance(1);
  expect(store.batches.map((batch) => batch.length)).toEqual([3]);
  expect([acknowledged, touched]).toEqual([[], []]);
  expect(await store.figures(deviceId)).toBeUndefined();
  store.release();
  await Promise.all(all);
  expect([acknowledged, touched]).toEqual([[1, 2, 3], [{ projectId: 7, resources: ['devices'] }]]);
  expect(await store.figures(deviceId)).toMatchObject({ cpu: 3 });
});

test('a commit that fails acknowledges nothing, and the next batch is written all the same', async () => {
  const { store, clock, acknowledged, add } = await setup();
  const lost = Promise.allSettled([add(1), add(2)]);
  await clock.advance(200);
  const next = add(3);
  await clock.advance(200);
  expect(store.batches).toHaveLength(1);
  store.fail(new Error('planted'));
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await clock.advance(0);
  store.release();
  await next;
  expect(acknowledged).toEqual([3]);
});

test('a full batch does not wait, and flush leaves nothing behind', async () => {
  const { store, clock, intake, acknowledged, add } = await setup();
  const all = Array.from({ length: 5001 }, (_, index) => add(index % 100));
  await clock.advance(0);
  expect(store.batches.map((batch) => batch.length)).toEqual([5000]);
  store.release();
  const flushed = intake.flush();
  await clock.advance(0);
  store.release();
  await flushed;
  await Promise.all(all);
  expect(acknowledged).toHaveLength(5001);
  expect(clock.pendingTimers).toBe(0);
});

test('a server that ends lets no report wait for a clock that may stand still', async () => {
  const store = new MemoryDeviceStore();
  const clock = new SteppedClock();
  const intake = new StatIntake(store, clock, () => undefined);
  const deviceId = await store.claim('SN', 7, clock.now());
  const add = () => intake.add({ deviceId, message: sampleStat({}), receivedAt: clock.now() });
  const first = add();
  intake.hurry();
  await Promise.all([first, add()]);
});
