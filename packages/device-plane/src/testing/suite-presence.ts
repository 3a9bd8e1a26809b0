import { expect, test } from 'vitest';
import { SUITE_START, type SuiteContext } from './suite-context.ts';

/** Tests the queries for devices that a server instance must handle. */
export function testPresence({ world, claimDevice }: SuiteContext): void {
  const inState = async (state: number, stateAt = SUITE_START) => {
    const device = await claimDevice();
    await world().store.step(device.id, () => ({ device: { state, stateAt } }), SUITE_START);
    return device;
  };

  test.each([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
    [4, true],
    [5, true],
    [6, true],
    [7, true],
    [8, false],
    [9, false],
  ])('treats a device in state %i without a leased instance as orphaned: %s', async (state, orphaned) => {
    const { store } = world();
    const { id } = await inState(state);
    const isOrphaned = async (now: number) => (await store.orphanedDevices(now)).includes(id);
    expect(await isOrphaned(SUITE_START)).toBe(orphaned);
    await store.renewLease(`alive-${id}`, SUITE_START + 15_000);
    await store.assignToInstance(id, `alive-${id}`);
    expect(await isOrphaned(SUITE_START + 15_000)).toBe(false);
    expect(await isOrphaned(SUITE_START + 15_001)).toBe(orphaned);
    await store.renewLease(`alive-${id}`, SUITE_START + 30_000);
    expect(await isOrphaned(SUITE_START + 15_001)).toBe(false);
    await store.assignToInstance(id, `never-leased-${id}`);
    expect(await isOrphaned(SUITE_START)).toBe(orphaned);
  });

  test('lists a device as held by its last instance until another credential is issued', async () => {
    const { store } = world();
    const { id, sn } = await claimDevice();
    const heldBy = async (instance: string) =>
      (await store.listDevicesOfInstance(`${instance}-${id}`)).map((device) => device.id);
    await store.assignToInstance(id, `one-${id}`);
    expect(await heldBy('one')).toEqual([id]);
    await store.assignToInstance(id, `other-${id}`);
    expect([await heldBy('one'), await heldBy('other')]).toEqual([[], [id]]);
    await store.issueCredential(sn, 'another');
    expect(await heldBy('other')).toEqual([]);
  });

  test('lists a held device as waiting while work is queued for it', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    await store.assignToInstance(id, `holder-${id}`);
    const isWaiting = async () =>
      (await store.listDevicesOfInstance(`holder-${id}`)).map(({ waiting }) => waiting);
    expect(await isWaiting()).toEqual([false]);
    await world().addWork(id, { kind: 'restart', deadline: SUITE_START + 1000 });
    await world().addWork(id, { kind: 'configure', rev: 1 });
    expect(await isWaiting()).toEqual([true]);
    await store.step(
      id,
      ({ work }) => ({ work: work.map((row) => ({ ...row, state: 'sent' })) }),
      SUITE_START,
    );
    expect(await isWaiting()).toEqual([false]);
  });

  test('lists a device with open work past its deadline once as due', async () => {
    const { store } = world();
    const { id } = await claimDevice();
    const waiting = await claimDevice();
    await world().addWork(waiting.id, { kind: 'configure', rev: 1 });
    await world().addWork(id, { kind: 'restart', deadline: SUITE_START + 1000 });
    const due = async (now: number) =>
      (await store.dueDevices(now, 0, 0)).filter((found) => found === id || found === waiting.id);
    expect(await due(SUITE_START + 999)).toEqual([]);
    expect(await due(SUITE_START + 1000)).toEqual([id]);
    await store.step(
      id,
      ({ work }) => ({ work: work.map((row) => ({ ...row, state: 'expired' })) }),
      SUITE_START,
    );
    expect(await due(SUITE_START + 1000)).toEqual([]);
  });

  test('lists a device as due when its link has been lost since the given time', async () => {
    const { store } = world();
    const lost = await inState(9, SUITE_START);
    const offline = await inState(0, SUITE_START);
    const due = async (lostBefore: number) =>
      (await store.dueDevices(0, lostBefore, 0)).filter((id) => id === lost.id || id === offline.id);
    expect(await due(SUITE_START - 1)).toEqual([]);
    expect(await due(SUITE_START)).toEqual([lost.id]);
  });
}
