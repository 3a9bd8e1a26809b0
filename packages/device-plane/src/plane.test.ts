import { expect, test } from 'vitest';
import { MalformedMessage } from './plane.ts';
import type { DeviceView, Outcome } from './records.ts';
import { MemoryDeviceStore } from './testing/index.ts';
import { PlaneWorld } from './testing/plane-world.ts';
import { sampleBirth, sampleClient, sampleDesired, sampleStat } from './testing/samples.ts';

const start = async () => {
  const world = new PlaneWorld(new MemoryDeviceStore());
  const id = await world.claimDevice();
  const state = async () => (await world.store.device(id)).state;
  const open = async () =>
    (await world.store.alarms(id)).filter((alarm) => alarm.open).map((alarm) => alarm.kind);
  return { world, id, state, open };
};

test('a newer connection ends the older one, whose end and late will change nothing', async () => {
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

test('a word on a revision that comes late on an earlier connection does not count after the next birth', async () => {
  const { world, id } = await start();
  await world.store.setDesired(id, sampleDesired(4));
  const first = await world.bringOnline(id, { session: 'one', cfgRev: 3 });
  const second = await world.bringOnline(id, { session: 'two', cfgRev: 3 });
  const report = { rev: 4, hash: 'hash-4', issues: [] };
  await second.send('cfg', { ...report, status: 'rolledback', base: 3 });
  await first.send('cfg', { ...report, status: 'applied' });
  expect(await world.store.device(id)).toMatchObject({ reportedRev: 3, reportedStatus: 'rolledback' });
});

test('a connection that replaced another and ends unborn takes the earlier session with it', async () => {
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

test('three takeovers in a minute raise an alarm, two or slower ones do not', async () => {
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

test('figures, clients and neighbours of another session than the connection’s are not taken', async () => {
  const { world, id } = await start();
  const device = await world.bringOnline(id, { session: 'two' });
  world.changes.length = 0;
  const lldp = [{ port: 'lan1', peerMac: '02:00:00:00:00:09' }];
  for (const session of ['one', 'two']) {
    const head = { session, seq: 1, ts: 0 };
    const stat = device.send('stat', sampleStat({ session, cpu: 12 }));
    await world.plane.processAll();
    await stat;
    await device.send('clients', { ...head, full: true, join: [sampleClient(1)] });
    await device.send('topo', { ...head, lldp });
    const taken = session === 'two';
    expect((await world.store.figures(id))?.cpu).toBe(taken ? 12 : undefined);
    expect(await world.store.clients(7)).toHaveLength(taken ? 1 : 0);
    expect((await world.store.figures(id))?.neighbours).toEqual(taken ? lldp : undefined);
    expect(world.changes.length > 0).toBe(taken);
  }
});

test('join, update and leave are taken in that order', async () => {
  const { world, id } = await start();
  const device = await world.bringOnline(id);
  const head = { session: 'one', seq: 1, ts: 0, full: false };
  await device.send('clients', {
    ...head,
    join: [sampleClient(1, { ip: '10.0.0.1' }), sampleClient(2)],
    upd: [sampleClient(1, { ip: '10.0.0.2' })],
    leave: [sampleClient(2).mac],
  });
  expect(await world.store.clients(7)).toMatchObject([{ online: true, ip: '10.0.0.2' }, { online: false }]);
});

test('what does not parse is the sender’s fault and changes nothing', async () => {
  const { world, id, state } = await start();
  const device = await world.connect(id);
  for (const channel of ['birth', 'death', 'stat', 'clients', 'topo', 'evt', 'cfg', 'cmd'] as const)
    await expect(device.send(channel, { session: 1 })).rejects.toBeInstanceOf(MalformedMessage);
  expect(await state()).toBe(0);
  expect(world.changes).toEqual([]);
});

test('a revision that cut the device off is not sent again before the device could say so', async () => {
  const { world, id, state, open } = await start();
  await world.store.setDesired(id, sampleDesired(1));
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
  await world.store.setDesired(id, sampleDesired(2));
  world.plane.nudge(id);
  await world.plane.processAll();
  expect(third.received).toMatchObject([{ payload: { rev: 2 } }]);
});

test('a push that was lost on its way is sent again a little later, to the session that misses it', async () => {
  const { world, id } = await start();
  await world.store.setDesired(id, sampleDesired(1));
  await (await world.bringOnline(id, { session: 'one' })).disconnect();
  const device = await world.bringOnline(id, { session: 'two' });
  await world.clock.advance(4_999);
  expect(device.received).toEqual([]);
  await world.clock.advance(1);
  await world.plane.processAll();
  expect(device.received).toMatchObject([{ payload: { rev: 1 } }]);
});

test('a restart: under way by words, done by a birth that says it was one', async () => {
  const { world, id, state, open } = await start();
  const first = await world.bringOnline(id, { session: 'one' });
  const cid = await world.store.addWork(id, { kind: 'restart', deadline: world.clock.now() + 180_000 });
  world.plane.nudge(id);
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

test('a restart that never comes back expires by the clock, and frees the device', async () => {
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

test('a silent connection is closed, one that speaks is not', async () => {
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

test('a server that dies without a word: its devices are lost, then offline, and come back to another', async () => {
  const { world, id, state, open } = await start();
  await world.plane.start();
  await world.bringOnline(id, { session: 'one' });
  const returning = await world.claimDevice();
  await world.bringOnline(returning, { session: 'one' });
  await world.plane[Symbol.asyncDispose]();
  const next = new PlaneWorld(world.store, { clock: world.clock, seed: 2 });
  await next.plane.start();
  await next.clock.advance(10_000);
  expect(await state()).toBe(1);
  await next.bringOnline(returning, { session: 'two' });
  await next.clock.advance(10_000);
  expect([await state(), await open()]).toEqual([9, []]);
  expect((await world.store.device(returning)).state).toBe(1);
  await next.clock.advance(65_000);
  expect([await state(), await open()]).toEqual([0, ['device-offline']]);
  expect(await world.store.alarms(returning)).toEqual([]);
  await next.bringOnline(id, { session: 'three' });
  expect([await state(), await open()]).toEqual([1, []]);
  await next.plane[Symbol.asyncDispose]();
});

test('a server that stood still while another gave its devices up has them introduce themselves again', async () => {
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
  expect(device.closed).toBe('it is not held here any more');
  await device.disconnect();
  await world.bringOnline(id, { session: 'two' });
  expect([await state(), await open()]).toEqual([1, []]);
  await world.plane[Symbol.asyncDispose]();
  await other.plane[Symbol.asyncDispose]();
});

/** A store that is away for a while. */
class AwayStore extends MemoryDeviceStore {
  away = false;

  override async step(deviceId: string, step: (view: DeviceView) => Outcome, now: number) {
    if (this.away) throw new Error('away');
    return super.step(deviceId, step, now);
  }
}

test('the end of a connection that could not be stored is stored later; a device that is back stays', async () => {
  const world = new PlaneWorld(new AwayStore());
  await world.plane.start();
  const [gone, back] = [await world.claimDevice(), await world.claimDevice()];
  const connections = [await world.bringOnline(gone), await world.bringOnline(back)];
  world.store.away = true;
  for (const connection of connections) await expect(connection.disconnect()).rejects.toThrow('away');
  await world.clock.advance(5_000);
  expect(world.warnings).toEqual(['device plane work failed']);
  world.store.away = false;
  await world.bringOnline(back, { session: 'two' });
  await world.clock.advance(5_000);
  expect((await world.store.device(gone)).state).toBe(0);
  expect((await world.store.device(back)).state).toBe(1);
  await world.plane[Symbol.asyncDispose]();
});

test('nothing is sent before it is committed, and nothing of a step that failed', async () => {
  const world = new PlaneWorld(new AwayStore());
  const id = await world.claimDevice();
  await world.store.setDesired(id, sampleDesired(1));
  const device = await world.connect(id);
  world.store.away = true;
  await expect(device.send('birth', sampleBirth())).rejects.toThrow('away');
  expect([device.received, world.changes]).toEqual([[], []]);
});
