import { expect, test } from 'vitest';
import type { AlarmChange, Outcome } from '../records.ts';
import { createSampleDesired } from './samples.ts';
import { SUITE_START, type SuiteContext } from './suite-context.ts';

const offline = (change: AlarmChange['change'], event = 'offline'): AlarmChange => ({
  kind: 'device-offline',
  severity: 'critical',
  change,
  event,
});

/** Tests how steps read and write devices, also in parallel. */
export function testSteps({ world, claimDevice }: SuiteContext): void {
  test('passes the record and the open work to a step and stores its outcome', async () => {
    const { store } = world();
    const { id, projectId } = await claimDevice();
    await world().setDesired(id, createSampleDesired(3));
    const configure = await world().addWork(id, { kind: 'configure', rev: 3 });
    const restart = await world().addWork(id, { kind: 'restart', deadline: SUITE_START + 1000 });
    const issues = [{ path: 'vlans.0', reason: 'no' }];
    const outcome = await store.step(
      id,
      ({ device, work }) => {
        expect(device).toMatchObject({
          id,
          projectId,
          state: 0,
          waiting: true,
          desired: createSampleDesired(3),
        });
        expect(work.map((row) => [row.id, row.kind, row.rev, row.state, row.deadline])).toEqual([
          [configure, 'configure', 3, 'queued', undefined],
          [restart, 'restart', undefined, 'queued', SUITE_START + 1000],
        ]);
        return {
          device: {
            state: 7,
            stateAt: SUITE_START + 5,
            session: 's',
            waiting: false,
            managed: 'local',
            sentRev: 3,
            badRev: 2,
            reportedRev: 1,
            reportedHash: 'h',
            reportedStatus: 'partial',
            reportedIssues: issues,
          },
          work: work.map((row) => ({ ...row, state: 'failed', percent: 40, detail: 'no', code: 76, issues })),
          live: ['devices'],
        };
      },
      SUITE_START,
    );
    expect(outcome).toMatchObject({ projectId, live: ['devices'] });
    const stored = { state: 7, stateAt: SUITE_START + 5, session: 's', waiting: false, managed: 'local' };
    const revisions = { sentRev: 3, badRev: 2, reportedRev: 1, reportedHash: 'h', reportedStatus: 'partial' };
    expect(await world().device(id)).toMatchObject({ ...stored, ...revisions, reportedIssues: issues });
    const row = { state: 'failed', percent: 40, detail: 'no', code: 76, issues };
    expect(await world().rows(id)).toMatchObject([row, row]);
    await store.step(
      id,
      ({ work }) => {
        expect(work).toEqual([]);
        return { device: { session: undefined } };
      },
      SUITE_START,
    );
    expect(await world().device(id)).toMatchObject({ ...stored, session: undefined });
  });

  test('stores a new revision number for the desired document and for its job rows', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    const when = SUITE_START + 60_000;
    await world().setDesired(id, { ...createSampleDesired(3), when });
    const row = await world().addWork(id, { kind: 'configure', rev: 3 });
    await store.step(
      id,
      ({ device, work }) => {
        expect(device).toMatchObject({
          desired: { ...createSampleDesired(3), when },
          seenRev: 0,
          boot: undefined,
        });
        return {
          desiredRev: 8,
          device: { boot: 'b', seenRev: 7 },
          work: work.map((open) => ({ ...open, rev: 8 })),
        };
      },
      SUITE_START,
    );
    expect(await world().device(id)).toMatchObject({
      desired: { ...createSampleDesired(3), rev: 8, when },
      boot: 'b',
      seenRev: 7,
    });
    expect(await world().rows(id)).toMatchObject([{ id: row, rev: 8 }]);
    await world().setDesired(id, createSampleDesired(9));
    expect((await world().device(id)).desired).toEqual(createSampleDesired(9));
  });

  test('ignores a step of an unknown device and changes nothing when a step throws', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    expect(await store.step('unknown', () => ({}), SUITE_START)).toBeUndefined();
    const before = await world().device(id);
    const failing = store.step(
      id,
      () => {
        throw new Error('planted');
      },
      SUITE_START,
    );
    await expect(failing).rejects.toThrow('planted');
    expect(await world().device(id)).toEqual(before);
  });

  test('runs parallel steps of one device without a lost update', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    const other = await claimDevice();
    const count = (deviceId: string) =>
      store.step(deviceId, ({ device }) => ({ device: { sentRev: device.sentRev + 1 } }), SUITE_START);
    await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 === 0 ? id : other.id)));
    expect([(await world().device(id)).sentRev, (await world().device(other.id)).sentRev]).toEqual([20, 20]);
  });

  test('passes to each parallel step the work that the previous step stored', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    const row = await world().addWork(id, { kind: 'restart' });
    const oneMore = () =>
      store.step(
        id,
        ({ work }) => ({ work: work.map((open) => ({ ...open, percent: (open.percent ?? 0) + 1 })) }),
        SUITE_START,
      );
    await Promise.all(Array.from({ length: 20 }, oneMore));
    expect(await world().rows(id)).toMatchObject([{ id: row, percent: 20 }]);
    const seen: number[] = [];
    const end = () =>
      store.step(
        id,
        ({ work }) => {
          seen.push(work.length);
          return { work: work.map((open) => ({ ...open, state: 'done' })) };
        },
        SUITE_START,
      );
    await Promise.all(Array.from({ length: 10 }, end));
    expect(seen).toEqual([1, ...Array<number>(9).fill(0)]);
  });

  test('raises one alarm of a kind until it is resolved, then a new one', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    const other = await claimDevice();
    const stepAlarms = (deviceId: string, ...alarms: AlarmChange[]) =>
      store.step(deviceId, (): Outcome => ({ alarms }), SUITE_START);
    await stepAlarms(other.id, offline('raise'));
    await Promise.all(Array.from({ length: 5 }, () => stepAlarms(id, offline('raise', 'first'))));
    await stepAlarms(id, offline('raise', 'again'), { ...offline('raise'), kind: 'config-refused' });
    const seen = async () =>
      (await world().alarms(id)).map(({ kind, event, open }) => `${kind} ${event} ${open}`).sort();
    expect(await seen()).toEqual(['config-refused offline true', 'device-offline first true']);
    await stepAlarms(id, offline('resolve', ''), offline('resolve', ''));
    expect(await seen()).toEqual(['config-refused offline true', 'device-offline first false']);
    await stepAlarms(id, offline('raise', 'second'));
    expect(await seen()).toEqual([
      'config-refused offline true',
      'device-offline first false',
      'device-offline second true',
    ]);
    expect(await world().alarms(other.id)).toMatchObject([{ open: true }]);
  });
}
