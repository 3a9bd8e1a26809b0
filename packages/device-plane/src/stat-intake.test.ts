import { SteppedClock } from '@northlight/runtime';
import { describe, expect, test } from 'vitest';
import { mergeUpdates, StatIntake } from './stat-intake.ts';
import type { AffectedResources, FigureReport, StatUpdate } from './store.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { createSampleStat } from './testing/samples.ts';

/** A store whose commits wait for `release` or `fail`. */
class GatedStore extends MemoryDeviceStore {
  readonly batches: (readonly FigureReport[])[] = [];
  readonly written: (readonly StatUpdate[])[] = [];
  #gate = Promise.withResolvers<void>();
  /** Makes the next write of current figures fail. */
  failsNextWrite = false;

  release(): void {
    this.#gate.resolve();
    this.#gate = Promise.withResolvers();
  }

  fail(error: Error): void {
    this.#gate.reject(error);
    this.#gate = Promise.withResolvers();
  }

  override async logReports(reports: readonly FigureReport[]): Promise<void> {
    this.batches.push(reports);
    await this.#gate.promise;
    return super.logReports(reports);
  }

  override async saveStats(updates: readonly StatUpdate[]): Promise<readonly AffectedResources[]> {
    this.written.push(updates);
    if (this.failsNextWrite) {
      this.failsNextWrite = false;
      throw new Error('planted');
    }
    return super.saveStats(updates);
  }
}

const buildReport = (deviceId: string, now: number): FigureReport => ({
  deviceId,
  projectId: 7,
  kind: 'stat',
  message: createSampleStat(),
  sampledAt: now,
  receivedAt: now,
  payload: new Uint8Array(),
});

async function setup() {
  const store = new GatedStore();
  const clock = new SteppedClock();
  const affected: AffectedResources[] = [];
  const intake = new StatIntake(store, clock, (more) => affected.push(...more));
  const deviceId = await store.claim('SN', 7, clock.now());
  const acknowledged: number[] = [];
  const add = (cpu: number, of = deviceId) => {
    const now = clock.now();
    const update = { deviceId: of, message: createSampleStat({ cpu }), sampledAt: now };
    return intake.add(buildReport(of, now), update).then(() => acknowledged.push(cpu));
  };
  return { store, clock, affected, intake, deviceId, acknowledged, add };
}

describe('logging of reports', () => {
  test('logs the reports of 200 ms in one transaction and acknowledges them after its commit', async () => {
    const { store, clock, affected, deviceId, acknowledged, add } = await setup();
    const all = [add(1), add(2), add(3)];
    await clock.advance(199);
    expect(store.batches).toEqual([]);
    await clock.advance(1);
    expect(store.batches.map((batch) => batch.length)).toEqual([3]);
    expect([acknowledged, affected]).toEqual([[], []]);
    expect(await store.figures(deviceId)).toBeUndefined();
    store.release();
    await Promise.all(all);
    await clock.advance(0);
    expect([acknowledged, affected]).toEqual([[1, 2, 3], [{ projectId: 7, resources: ['devices'] }]]);
    expect(await store.figures(deviceId)).toMatchObject({ cpu: 3 });
  });

  test('acknowledges no report of a failed commit, and logs the next batch', async () => {
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
    expect(store.written.flat().map(({ message }) => message.cpu)).toEqual([3]);
  });

  test('logs a full batch at once, and the rest on flush', async () => {
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

  test('logs reports at once after stopBatching, without waiting for the clock', async () => {
    const store = new MemoryDeviceStore();
    const clock = new SteppedClock();
    const intake = new StatIntake(store, clock, () => undefined);
    const deviceId = await store.claim('SN', 7, clock.now());
    const add = () =>
      intake.add(buildReport(deviceId, clock.now()), {
        deviceId,
        message: createSampleStat({}),
        sampledAt: clock.now(),
      });
    const first = add();
    intake.stopBatching();
    await Promise.all([first, add()]);
  });
});

describe('current figures', () => {
  test('are written at once, then once a second with the newest report of each device', async () => {
    const { store, clock, add } = await setup();
    const report = async (cpu: number): Promise<void> => {
      const acknowledged = add(cpu);
      await clock.advance(200);
      store.release();
      await acknowledged;
      await clock.advance(0);
    };
    await report(1);
    expect(store.written).toHaveLength(1);
    for (const cpu of [2, 3, 4]) await report(cpu);
    expect(store.written).toHaveLength(1);
    await clock.advance(400);
    expect(store.written.map((rows) => rows.map(({ message }) => message.cpu))).toEqual([[1], [4]]);
  });

  test('are written less often for many devices, but at least every 10 s', async () => {
    const { store, clock, add } = await setup();
    const round = async (): Promise<void> => {
      const all = Array.from({ length: 2000 }, (_, index) => add(index % 100, `device-${index}`));
      await clock.advance(200);
      store.release();
      await Promise.all(all);
      await clock.advance(800);
    };
    for (let second = 0; second < 8; second++) await round();
    expect(store.written.map((rows) => rows.length)).toEqual([2000, 2000]);
    await clock.advance(10_000);
    expect(store.written).toHaveLength(3);
  });

  test('are written with later reports after a failed write', async () => {
    const { store, clock, deviceId, acknowledged, add } = await setup();
    store.failsNextWrite = true;
    const first = add(1);
    await clock.advance(200);
    store.release();
    await first;
    await clock.advance(1000);
    expect(acknowledged).toEqual([1]);
    expect(await store.figures(deviceId)).toMatchObject({ cpu: 1 });
  });

  test('keep older values that the newer report lacks, with the sample time of radios and WAN ports', () => {
    const radios = [{ id: 'radio0', up: true, ssids: [] }];
    const wans = [{ id: 'wan1', up: true, inUse: false }];
    const older = {
      deviceId: 'a',
      sampledAt: 1,
      message: createSampleStat({ cpu: 1, mem: 2, radios, wans }),
    };
    const newer = { deviceId: 'a', sampledAt: 5, message: createSampleStat({ cpu: 9 }) };
    const folded = {
      message: { cpu: 9, mem: 2, radios, wans },
      sampledAt: 5,
      partsAt: { radios: 1, wans: 1 },
    };
    expect(mergeUpdates(older, newer)).toMatchObject(folded);
    expect(mergeUpdates(newer, older)).toMatchObject(folded);
    expect(
      mergeUpdates(mergeUpdates(older, newer), {
        ...newer,
        sampledAt: 7,
        message: createSampleStat({ radios }),
      }),
    ).toMatchObject({ sampledAt: 7, partsAt: { radios: 7, wans: 1 } });
  });
});
