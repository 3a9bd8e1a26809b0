import { expect, test } from 'vitest';
import { MalformedMessage } from './clean-message.ts';
import type { DeviceView, Outcome } from './records.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { PlaneWorld } from './testing/plane-world.ts';
import {
  createSampleBirth,
  createSampleClient,
  createSampleDesired,
  createSampleStat,
} from './testing/samples.ts';

const start = async () => {
  const world = new PlaneWorld(new MemoryDeviceStore());
  const id = await world.claimDevice();
  const state = async () => (await world.store.device(id)).state;
  const open = async () =>
    (await world.store.alarms(id)).filter((alarm) => alarm.open).map((alarm) => alarm.kind);
  return { world, id, state, open };
};

test('closes the older connection of a device and ignores its disconnect and late last will', async () => {
  const { world, id, state } = await start();
  const first = await world.bringOnline(id, { session: 'one' });
  const second = await world.bringOnline(id, { session: 'two' });
  expect(first.closed).toContain('newer');
  await first.send('death', { session: 'one', bd: 0 });
  await first.disconnect();
  expect(await state()).toBe(1);
  expect(world.plane.connectionCount).toBe(1);
  await second.disconnect();
  expect(await state()).toBe(0);
});

test('ignores a late configuration report of an earlier connection after the next birth', async () => {
  const { world, id } = await start();
  await world.store.setDesired(id, createSampleDesired(4));
  const first = await world.bringOnline(id, { session: 'one', cfgRev: 3 });
  const second = await world.bringOnline(id, { session: 'two', cfgRev: 3 });
  const report = { rev: 4, hash: 'hash-4', issues: [] };
  await second.send('cfg', { ...report, status: 'rolledback', base: 3 });
  await first.send('cfg', { ...report, status: 'applied' });
  expect(await world.store.device(id)).toMatchObject({ reportedRev: 3, reportedStatus: 'rolledback' });
});

test('ends the session of a replaced connection when its successor closes before a birth', async () => {
  const { world, id, state } = await start();
  const first = await world.bringOnline(id, { session: 'one' });
  const second = await world.connect(id);
  await first.disconnect();
  const third = await world.connect(id);
  await second.disconnect();
  expect(await state()).toBe(1);
  await third.disconnect();
  expect(await state()).toBe(0);
});

test('raises an alarm after three takeovers within 1 min, not after two or slower takeovers', async () => {
  const { world, id, open } = await start();
  await world.bringOnline(id);
  for (let count = 0; count < 4; count++) {
    await world.clock.advance(31_000);
    await world.bringOnline(id);
  }
  expect(await open()).toEqual([]);
  await world.clock.advance(60_001);
  await world.bringOnline(id);
  await world.bringOnline(id);
  expect(await open()).toEqual([]);
  await world.bringOnline(id);
  expect(await open()).toEqual(['identity-takeover']);
});

test('ignores figures, clients and neighbours of another session than that of the connection', async () => {
  const { world, id } = await start();
  const device = await world.bringOnline(id, { session: 'two' });
  world.changes.length = 0;
  const lldp = [{ port: 'lan1', peerMac: '02:00:00:00:00:09' }];
  for (const session of ['one', 'two']) {
    const head = { session, seq: 1, ts: 0 };
    const stat = device.send('stat', createSampleStat({ session, cpu: 12 }));
    await world.plane.processAll();
    await stat;
    await device.send('clients', { ...head, full: true, join: [createSampleClient(1)] });
    await device.send('topo', { ...head, lldp });
    const taken = session === 'two';
    expect((await world.store.figures(id))?.cpu).toBe(taken ? 12 : undefined);
    expect(await world.store.clients(7)).toHaveLength(taken ? 1 : 0);
    expect((await world.store.figures(id))?.neighbours).toEqual(taken ? lldp : undefined);
    expect(world.changes.length > 0).toBe(taken);
  }
});

test('applies joined, changed and left clients of one report in this order', async () => {
  const { world, id } = await start();
  const device = await world.bringOnline(id);
  const head = { session: 'one', seq: 1, ts: 0, full: false };
  await device.send('clients', {
    ...head,
    join: [createSampleClient(1, { ip: '10.0.0.1' }), createSampleClient(2)],
    upd: [createSampleClient(1, { ip: '10.0.0.2' })],
    leave: [createSampleClient(2).mac],
  });
  expect(await world.store.clients(7)).toMatchObject([{ online: true, ip: '10.0.0.2' }, { online: false }]);
});

test('refuses a birth without an identity, and notes other messages that cannot be used', async () => {
  const { world, id, state } = await start();
  const device = await world.connect(id);
  await expect(device.send('birth', { session: 1 })).rejects.toBeInstanceOf(MalformedMessage);
  for (const channel of ['death', 'stat', 'clients', 'topo', 'evt', 'cfg', 'cmd'] as const)
    await device.send(channel, { session: 1 });
  await world.plane.processAll();
  expect(await state()).toBe(0);
  expect(world.store.notes.map(({ kind }) => kind)).toEqual(Array.from({ length: 7 }, () => 'refused'));
  expect(world.store.notes.map(({ reason }) => reason)).toContain('evt: eid is missing');
  expect(world.warnings).toHaveLength(7);
});

test('notes the same left out part once per hour', async () => {
  const { world, id } = await start();
  const device = await world.bringOnline(id);
  const report = { session: 'one', seq: 1, ts: 0, full: true };
  const join = [{ ...createSampleClient(1), name: 'x'.repeat(64) }, createSampleClient(2)];
  for (let minute = 0; minute < 61; minute++) {
    await device.send('clients', { ...report, join });
    await world.clock.advance(60_000);
    device.lastActiveAt = world.clock.now();
  }
  await world.plane.processAll();
  expect(await world.store.clients(7)).toMatchObject([{ online: true }, { online: true }]);
  expect(world.store.notes).toEqual([
    { deviceId: id, kind: 'cleaned', reason: 'clients: join.name shortened' },
    { deviceId: id, kind: 'cleaned', reason: 'clients: join.name shortened' },
  ]);
});

test('waits for the rollback report before it repeats a revision that disconnected the device', async () => {
  const { world, id, state, open } = await start();
  await world.store.setDesired(id, createSampleDesired(1));
  await world.store.addWork(id, { kind: 'configure', rev: 1 });
  const first = await world.bringOnline(id, { session: 'one' });
  expect(first.received).toMatchObject([{ payload: { rev: 1 } }]);
  await first.send('cfg', { rev: 1, hash: 'hash-1', status: 'applying' });
  await first.disconnect();
  const second = await world.bringOnline(id, { session: 'two', bootReason: 'reconnect' });
  expect(second.received).toEqual([]);
  await second.send('cfg', { rev: 1, hash: 'hash-1', status: 'rolledback' });
  await world.clock.advance(60_000);
  const third = await world.bringOnline(id, { session: 'three' });
  await world.clock.advance(60_000);
  expect([...second.received, ...third.received]).toEqual([]);
  expect(await world.store.rows(id)).toMatchObject([{ state: 'failed' }]);
  expect([await state(), await open()]).toEqual([7, ['config-rolled-back']]);
  await world.store.setDesired(id, createSampleDesired(2));
  world.plane.sendPendingWork(id);
  await world.plane.processAll();
  expect(third.received).toMatchObject([{ payload: { rev: 2 } }]);
});

test('repeats a lost push 5 s after the next birth', async () => {
  const { world, id } = await start();
  await world.store.setDesired(id, createSampleDesired(1));
  await (await world.bringOnline(id, { session: 'one' })).disconnect();
  const device = await world.bringOnline(id, { session: 'two' });
  await world.clock.advance(4_999);
  expect(device.received).toEqual([]);
  await world.clock.advance(1);
  await world.plane.processAll();
  expect(device.received).toMatchObject([{ payload: { rev: 1 } }]);
});

test('requests the grouping of alarms when presence changes, and the progress of jobs when their work changes', async () => {
  const { world, id } = await start();
  const take = () => world.requested.splice(0);
  const device = await world.bringOnline(id);
  expect(take()).toEqual(['advance jobs', 'group alarms of 7']);
  const cid = await world.store.addWork(id, { kind: 'locate', deadline: world.clock.now() + 20_000 });
  await device.send('cmd', { cid, state: 'done' });
  expect(take()).toEqual(['advance jobs']);
  await device.disconnect();
  expect(take()).toEqual(['group alarms of 7']);
});

test('completes a restart with a birth of the reason restart, not with reports', async () => {
  const { world, id, state, open } = await start();
  const first = await world.bringOnline(id, { session: 'one' });
  const cid = await world.store.addWork(id, { kind: 'restart', deadline: world.clock.now() + 180_000 });
  world.plane.sendPendingWork(id);
  await world.plane.processAll();
  expect(first.received).toMatchObject([{ payload: { cid, kind: 'restart' } }]);
  await first.send('cmd', { cid, state: 'accepted' });
  await first.disconnect();
  expect([await state(), await open()]).toEqual([8, []]);
  await world.bringOnline(id, { session: 'two', bootReason: 'reconnect' });
  expect(await world.store.rows(id)).toMatchObject([{ state: 'running' }]);
  await world.bringOnline(id, { session: 'three', bootReason: 'restart' });
  expect(await world.store.rows(id)).toMatchObject([{ state: 'done', percent: 100 }]);
  expect(await state()).toBe(1);
});

test('expires an unfinished restart at its deadline and marks the device offline', async () => {
  const { world, id, state, open } = await start();
  await world.plane.start();
  const device = await world.bringOnline(id);
  const cid = await world.store.addWork(id, { kind: 'restart', deadline: world.clock.now() + 20_000 });
  await device.send('cmd', { cid, state: 'accepted' });
  await device.disconnect();
  await world.clock.advance(25_000);
  expect(await world.store.rows(id)).toMatchObject([{ state: 'expired' }]);
  expect([await state(), await open()]).toEqual([0, ['device-offline']]);
  await world.plane[Symbol.asyncDispose]();
  expect(world.clock.pendingTimers).toBe(0);
});

test('closes a silent connection and keeps an active one', async () => {
  const { world } = await start();
  await world.plane.start();
  const silent = await world.bringOnline(await world.claimDevice());
  const alive = await world.bringOnline(await world.claimDevice());
  await world.clock.advance(40_000);
  alive.lastActiveAt = world.clock.now();
  await world.clock.advance(15_000);
  expect([silent.closed, alive.closed]).toEqual(['silent for too long', undefined]);
  await world.plane[Symbol.asyncDispose]();
});

test('marks devices of a crashed server link lost, then offline, until they connect to another server', async () => {
  const { world, id, state, open } = await start();
  await world.plane.start();
  await world.bringOnline(id, { session: 'one' });
  const reconnecting = await world.claimDevice();
  await world.bringOnline(reconnecting, { session: 'one' });
  await world.plane[Symbol.asyncDispose]();
  const next = new PlaneWorld(world.store, { clock: world.clock, seed: 2 });
  await next.plane.start();
  await next.clock.advance(10_000);
  expect(await state()).toBe(1);
  await next.bringOnline(reconnecting, { session: 'two' });
  await next.clock.advance(10_000);
  expect([await state(), await open()]).toEqual([9, []]);
  expect((await world.store.device(reconnecting)).state).toBe(1);
  await next.clock.advance(65_000);
  expect([await state(), await open()]).toEqual([0, ['device-offline']]);
  expect(await world.store.alarms(reconnecting)).toEqual([]);
  await next.bringOnline(id, { session: 'three' });
  expect([await state(), await open()]).toEqual([1, []]);
  await next.plane[Symbol.asyncDispose]();
});

test('closes connections of a suspended server whose devices were marked lost, so that they send a birth again', async () => {
  const { world, id, state, open } = await start();
  await world.plane.start();
  const device = await world.bringOnline(id, { session: 'one' });
  const other = new PlaneWorld(world.store, { seed: 2 });
  await other.plane.start();
  await other.clock.advance(20_000);
  expect([await state(), device.closed]).toEqual([9, undefined]);
  for (let second = 0; second < 90; second += 5) {
    device.lastActiveAt = world.clock.now();
    await world.clock.advance(5_000);
  }
  expect(device.closed).toBe('the device is no longer held by this server');
  await device.disconnect();
  await world.bringOnline(id, { session: 'two' });
  expect([await state(), await open()]).toEqual([1, []]);
  await world.plane[Symbol.asyncDispose]();
  await other.plane[Symbol.asyncDispose]();
});

/** A store that can be made unavailable. */
class UnavailableStore extends MemoryDeviceStore {
  isUnavailable = false;

  override async step(deviceId: string, step: (view: DeviceView) => Outcome, now: number) {
    if (this.isUnavailable) throw new Error('unavailable');
    return super.step(deviceId, step, now);
  }
}

test('stores a failed disconnect on a later tick unless the device has reconnected', async () => {
  const world = new PlaneWorld(new UnavailableStore());
  await world.plane.start();
  const [disconnected, reconnected] = [await world.claimDevice(), await world.claimDevice()];
  const connections = [await world.bringOnline(disconnected), await world.bringOnline(reconnected)];
  world.store.isUnavailable = true;
  for (const connection of connections) await expect(connection.disconnect()).rejects.toThrow('unavailable');
  await world.clock.advance(5_000);
  expect(world.warnings).toEqual(['device plane work failed']);
  world.store.isUnavailable = false;
  await world.bringOnline(reconnected, { session: 'two' });
  await world.clock.advance(5_000);
  expect((await world.store.device(disconnected)).state).toBe(0);
  expect((await world.store.device(reconnected)).state).toBe(1);
  await world.plane[Symbol.asyncDispose]();
});

test('sends no messages of a failed step', async () => {
  const world = new PlaneWorld(new UnavailableStore());
  const id = await world.claimDevice();
  await world.store.setDesired(id, createSampleDesired(1));
  const device = await world.connect(id);
  world.store.isUnavailable = true;
  await expect(device.send('birth', createSampleBirth())).rejects.toThrow('unavailable');
  expect([device.received, world.changes]).toEqual([[], []]);
});
