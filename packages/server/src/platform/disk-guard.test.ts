import { SteppedClock } from '@northlight/runtime';
import { topics } from '@northlight/contract/device-protocol';
import { expect, inject, test } from 'vitest';
import type { BaseDevice } from '../devices/index.ts';
import { createProject, pollUntil, RawDevice, startTestServer } from '../testing/index.ts';
import { DiskGuard } from './disk-guard.ts';

const RESERVE = 1000;

function createGuard(free: { bytes: number }) {
  const warnings: string[] = [];
  const clock = new SteppedClock();
  const guard = new DiskGuard({
    directory: '/',
    reserveBytes: RESERVE,
    clock,
    log: { warn: (_fields, message) => warnings.push(message) },
    free: () => Promise.resolve(free.bytes),
  });
  return { clock, guard, warnings };
}

test('rejects writes below the reserve, and accepts them again above 125% of the reserve', async () => {
  const free = { bytes: 5000 };
  const { clock, guard, warnings } = createGuard(free);
  await guard.start();
  guard.demandSpace();
  free.bytes = 999;
  await clock.advance(2000);
  expect(() => guard.demandSpace()).toThrow('The disk of the server is full');
  let hasResumed = false;
  const waiting = guard.waitForSpace().then(() => (hasResumed = true));
  free.bytes = 1100;
  await clock.advance(4000);
  expect([guard.isFull, hasResumed]).toEqual([true, false]);
  free.bytes = 1300;
  await clock.advance(2000);
  await waiting;
  guard.demandSpace();
  expect(warnings).toEqual(['the disk is full: writes are rejected', 'the disk has free space again']);
  await guard.end();
  expect(clock.pendingTimers).toBe(0);
});

test('releases waiting work when the server shuts down', async () => {
  const { guard } = createGuard({ bytes: 0 });
  await guard.start();
  const waiting = guard.waitForSpace();
  await guard.end();
  await expect(waiting).rejects.toThrow('shut down');
});

test('rejects writes with code 258 and delays reports while the disk is full, and recovers automatically', async () => {
  await using world = await startTestServer(inject('databaseUrl'));
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body });
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using device = await RawDevice.online(world.mqttPort, base, credential, {
    session: 'one',
    ts: world.clock.now(),
  });
  const free = { bytes: 0 };
  world.services.diskGuard.setMeasure(() => Promise.resolve(free.bytes));
  await world.services.diskGuard.check();
  const rename = () =>
    owner.call('deviceRename', { params: { projectId, deviceId: id }, body: { name: 'Lobby' } });
  const refused = await owner.refused('deviceRename', {
    params: { projectId, deviceId: id },
    body: { name: 'Lobby' },
  });
  expect([refused.status, refused.body.code]).toEqual([503, 258]);
  expect((await owner.call('deviceList', { params: { projectId } })).items).toHaveLength(1);
  let acknowledged = false;
  const report = { session: 'one', seq: 1, ts: world.clock.now(), cpu: 33 };
  const publishing = device.publish(topics.up(id, 'stat'), report).then(() => (acknowledged = true));
  await world.clock.advance(1000);
  expect(acknowledged).toBe(false);
  free.bytes = Number.MAX_SAFE_INTEGER;
  await pollUntil(async () => {
    await world.clock.advance(500);
    return acknowledged;
  });
  await publishing;
  expect(await rename()).toMatchObject({ name: 'Lobby' });
  await pollUntil(async () => {
    await world.clock.advance(200);
    const found = await owner.call('deviceGet', { params: { projectId, deviceId: id } });
    return found.cpuPercent === 33;
  });
});
