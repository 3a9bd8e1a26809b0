import { CONFIG_SCHEMA, deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

async function claimDevice() {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const readDevice = () => owner.call('deviceGet', { params: { projectId, deviceId: id } });
  const apply = (baseVersion: number) => {
    const vlan = { id: 30 + baseVersion, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
    const body = { baseVersion, config: { vlans: [vlan], dhcpPools: [] } };
    return owner.call('networkConfigApply', { params: { projectId }, body });
  };
  return { projectId, base, id, credential, readDevice, apply };
}

async function ask(device: RawDevice, id: string, rid: string, request: object | string) {
  await device.publish(topics.upRequest(id, rid), request);
  const { topic, payload } = await device.next();
  expect(topic).toBe(topics.downResponse(id, rid));
  return deviceAnswer.parse(payload);
}

const isAccepted = (id: string, token: string): Promise<boolean> =>
  RawDevice.connect(world.mqttPort, id, id, token).then(
    async (device) => {
      await device[Symbol.asyncDispose]();
      return true;
    },
    () => false,
  );

test('answers time, configuration, file and invalid requests under their request id', async () => {
  const { base, id, credential, apply } = await claimDevice();
  await using device = await RawDevice.online(world.mqttPort, base, credential);
  expect(await ask(device, id, 'r-1', { kind: 'time' })).toEqual({ kind: 'time', now: world.clock.now() });
  expect(await ask(device, id, 'r-2', { kind: 'config' })).toEqual({ kind: 'config', desired: 'none' });
  await apply(0);
  const pushed = await device.next();
  expect(pushed).toMatchObject({
    topic: topics.downConfig(id),
    payload: { rev: 1, schema: CONFIG_SCHEMA, base: 0 },
  });
  expect(await ask(device, id, 'r-3', { kind: 'config' })).toEqual({
    kind: 'config',
    desired: pushed.payload,
  });
  expect(await ask(device, id, 'r-4', { kind: 'upload', purpose: 'log' })).toMatchObject({ code: 2001 });
  for (const nonsense of [{ kind: 'dance' }, '{"kind":', 'null'])
    expect(await ask(device, id, 'A'.repeat(36), nonsense)).toMatchObject({ kind: 'refused', code: 400 });
});

test('ends the connection on a request outside the device’s topics or with an invalid id, and ignores the request', async () => {
  const victim = await claimDevice();
  const attacker = await claimDevice();
  await using honest = await RawDevice.online(world.mqttPort, victim.base, victim.credential);
  for (const topic of [
    topics.upRequest(victim.id, 'r1'),
    topics.downResponse(victim.id, 'r1'),
    topics.downResponse(attacker.id, 'r1'),
    topics.upRequest(attacker.id, 'A'.repeat(37)),
    topics.upRequest(attacker.id, 'r_1'),
    topics.upRequest(attacker.id, ''),
    `d/${attacker.id}/up/req`,
    `${topics.upRequest(attacker.id, 'r1')}/more`,
  ]) {
    const { id, token } = attacker.credential;
    const device = await RawDevice.connect(world.mqttPort, id, id, token);
    const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
    device.client.publish(topic, '{"kind":"time"}', { qos: 1 });
    await closed;
    expect(device.unread).toEqual([]);
  }
  expect(await ask(honest, victim.id, 'mine', { kind: 'time' })).toMatchObject({ kind: 'time' });
  expect(honest.unread).toEqual([]);
});

test('delivers answers only to their own device', async () => {
  const { id, credential } = await claimDevice();
  const other = await claimDevice();
  for (const filter of [topics.downResponse(other.id, '#'), 'd/+/down/res/r1', `d/${id}/down/res/+`]) {
    await using device = await RawDevice.connect(world.mqttPort, id, id, credential.token);
    const granted = await device.client.subscribeAsync(filter, { qos: 1 }).catch(() => []);
    expect(granted.filter((grant) => grant.qos !== 128)).toEqual([]);
  }
});

test('accepts the old token until the new one is used, and answers a repeated request with the same token', async () => {
  const { base, id, credential } = await claimDevice();
  const device = await RawDevice.online(world.mqttPort, base, credential);
  const answer = await ask(device, id, 'renew-1', { kind: 'credential' });
  expect(answer).toMatchObject({ kind: 'credential', epoch: 2 });
  expect(await ask(device, id, 'renew-1', { kind: 'credential' })).toEqual(answer);
  if (answer.kind !== 'credential') throw new Error('The answer is not a credential.');
  expect(answer.token).not.toBe(credential.token);
  await device.unplug();
  // Repeats the request after a reconnection with the old token, because a device may not have received the
  // answer.
  await using back = await RawDevice.online(world.mqttPort, base, credential);
  expect(await ask(back, id, 'renew-2', { kind: 'credential' })).toEqual(answer);
  expect(await isAccepted(id, 'guess')).toBe(false);
  expect(await isAccepted(id, answer.token)).toBe(true);
  expect(await isAccepted(id, credential.token)).toBe(false);
  expect(await isAccepted(id, answer.token)).toBe(true);
  const stored = await world.services.db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ epoch: 2, next_token_hash: null, next_token_salt: null });
  expect(JSON.stringify(stored)).not.toContain(answer.token);
});

test('completes one restart when two sessions report the same start', async () => {
  const { base, id, credential, projectId } = await claimDevice();
  const connect = (session: string, boot: string) =>
    RawDevice.online(world.mqttPort, base, credential, { session, boot, bootReason: 'restart' });
  const states = async () =>
    (await owner.call('jobList', { params: { projectId } })).items.map((job) => job.state).toSorted();
  const restart = () => owner.call('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  const first = await connect('one', 'boot-1');
  await restart();
  await first.next();
  await first.unplug();
  const second = await connect('two', 'boot-2');
  expect(await states()).toEqual(['done']);
  await restart();
  await second.next();
  await second.unplug();
  const third = await connect('three', 'boot-2');
  expect(await states()).toEqual(['done', 'running']);
  await third.unplug();
  await using _fourth = await connect('four', 'boot-3');
  expect(await states()).toEqual(['done', 'done']);
});

test('sends the desired configuration as a newer revision to a device ahead of a restored database', async () => {
  const { base, id, credential, apply, readDevice } = await claimDevice();
  await apply(0);
  const ahead = { cfgRev: 41, cfgHash: 'lost by the restore', cfgSeen: { rev: 43, hash: 'rolled back' } };
  const device = await RawDevice.online(world.mqttPort, base, credential, ahead);
  const { payload } = await device.next();
  expect(payload).toMatchObject({ rev: 44, base: 41 });
  const { hash } = payload as { hash: string };
  await device.publish(topics.up(id, 'cfg'), { rev: 44, hash, status: 'applied' });
  expect(await readDevice()).toMatchObject({ state: 1, config: { desiredRev: 44, reportedRev: 44 } });
  await device.unplug();
  const seen = { cfgRev: 44, cfgHash: hash, cfgSeen: { rev: 60, hash: 'rolled back later' } };
  await using back = await RawDevice.online(world.mqttPort, base, credential, seen);
  await apply(1);
  expect((await back.next()).payload).toMatchObject({ rev: 61, base: 44 });
});
