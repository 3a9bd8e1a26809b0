import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  eventually,
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

async function claimed(model = 'NL-GW5') {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model })) as [BaseDevice];
  const { id } = await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const look = () => owner.call('deviceGet', { params: { projectId, deviceId: id } });
  return { projectId, base, id, credential, look };
}

const connectionRefused = (id: string, username: string, password: string): Promise<boolean> =>
  RawDevice.connect(world.mqttPort, id, username, password).then(
    async (device) => {
      await device[Symbol.asyncDispose]();
      return false;
    },
    () => true,
  );

test('first contact: hello waits until it is claimed, then an offer arrives on the open connection', async () => {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  await using device = await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, base.secret);
  await device.client.subscribeAsync(topics.offer(base.sn), { qos: 1 });
  await device.publish(topics.hello(base.sn), { v: 1, model: base.model, mac: base.mac, sw: '1.0.0' });
  expect((await device.next()).payload).toMatchObject({ status: 'waiting' });
  const added = await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  expect((await device.next()).payload).toMatchObject({ status: 'claimed', id: added.id, epoch: 1 });
});

test('online after birth, figures after a report, offline with an alarm when the plug is pulled', async () => {
  const { base, id, credential, projectId, look } = await claimed();
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  expect(await look()).toMatchObject({
    state: 1,
    waiting: false,
    softwareVersion: '1.0.0',
    ip: '192.168.1.2',
    can: { restart: { allowed: true } },
  });
  const report = device.publish(topics.up(id, 'stat'), {
    session: 'one',
    seq: 1,
    ts: 0,
    cpu: 12,
    mem: 40,
    uptimeSeconds: 65,
    clients: 3,
  });
  await eventually(async () => {
    await world.clock.advance(50);
    return (await look()).cpuPercent === 12;
  });
  await report;
  expect(await look()).toMatchObject({ memoryPercent: 40, uptimeSeconds: 65, clientCount: 3, stale: false });
  await device.unplug();
  await eventually(async () => (await look()).state === 0);
  const { items } = await owner.call('alarmList', { params: { projectId } });
  expect(items).toMatchObject([{ kind: 'device-offline', read: 0, device: { id } }]);
  await world.passTime(4 * 60_000);
  expect((await look()).stale).toBe(true);
  await using _back = await RawDevice.online(world.mqttPort, base, credential, { session: 'two' });
  expect(await look()).toMatchObject({ state: 1 });
  expect((await owner.call('alarmList', { params: { projectId } })).items[0]).toHaveProperty('resolvedAt');
});

test('a late will of an earlier session does not take the device offline', async () => {
  const { base, id, credential, look } = await claimed();
  await using device = await RawDevice.online(world.mqttPort, base, credential, { session: 'new' });
  await device.publish(topics.up(id, 'death'), { session: 'old', bd: 0 });
  expect((await look()).state).toBe(1);
});

test('silence for longer than one and a half keepalives is the end of a connection', async () => {
  const { base, credential, look } = await claimed();
  await using _device = await RawDevice.online(world.mqttPort, base, credential);
  await world.passTime(60_000);
  await eventually(async () => (await look()).state === 0);
});

test('a restart runs until the next birth says that it is one', async () => {
  const { base, id, credential, projectId, look } = await claimed();
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  const job = await owner.call('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  const again = await owner.refused('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  expect(again.status).toBe(409);
  const command = await device.next();
  const { cid } = command.payload as { cid: string };
  expect(command).toMatchObject({ topic: topics.downCommand(id, cid), payload: { kind: 'restart' } });
  await device.publish(topics.upCommand(id, cid), { cid, state: 'accepted' });
  expect(await look()).toMatchObject({ state: 8, can: { restart: { allowed: false } } });
  await device.publish(topics.upCommand(id, cid), {
    cid,
    state: 'running',
    percent: 40,
    step: 'Stopping services',
  });
  const state = async () => (await owner.call('jobGet', { params: { projectId, jobId: job.id } })).rows[0];
  expect(await state()).toMatchObject({ state: 'running', percent: 40, detail: 'Stopping services' });
  await device.unplug();
  await using reconnected = await RawDevice.online(world.mqttPort, base, credential, {
    session: 'two',
    bootReason: 'reconnect',
  });
  expect((await state())?.state).toBe('running');
  await reconnected.unplug();
  await using _back = await RawDevice.online(world.mqttPort, base, credential, {
    session: 'three',
    bootReason: 'restart',
  });
  expect(await state()).toMatchObject({ state: 'done', percent: 100 });
  expect((await look()).state).toBe(1);
  expect(
    (await owner.call('alarmList', { params: { projectId } })).items.filter(
      (alarm) => alarm.resolvedAt === undefined,
    ),
  ).toEqual([]);
});

test('a restart that never comes back expires, and the device is offline with an alarm', async () => {
  const { base, id, credential, projectId, look } = await claimed();
  const device = await RawDevice.online(world.mqttPort, base, credential);
  await owner.call('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  const { cid } = (await device.next()).payload as { cid: string };
  await device.publish(topics.upCommand(id, cid), { cid, state: 'accepted' });
  await device.unplug();
  await world.passTime(4 * 60_000);
  await eventually(async () => (await look()).state === 0);
  const [job] = (await owner.call('jobList', { params: { projectId } })).items;
  expect(job).toMatchObject({ state: 'failed', rows: [{ state: 'expired' }] });
});

test('identity: a foreign client id, a foreign name, a wrong or an old token are refused', async () => {
  const one = await claimed();
  const two = await claimed();
  expect(await connectionRefused(one.id, two.id, two.credential.token)).toBe(true);
  expect(await connectionRefused(one.id, one.id, two.credential.token)).toBe(true);
  expect(await connectionRefused(`p-${one.base.sn}`, two.base.sn, two.base.secret)).toBe(true);
  expect(await connectionRefused('#', one.id, one.credential.token)).toBe(true);
  const next = await RawDevice.provision(world.mqttPort, one.base);
  expect(next.id).toBe(one.id);
  expect(await connectionRefused(one.id, one.id, one.credential.token)).toBe(true);
  expect(await connectionRefused(one.id, one.id, next.token)).toBe(false);
});

test('who is refused again and again is turned away for a minute, unseen', async () => {
  const { base, id, credential, look } = await claimed();
  for (let count = 0; count < 10; count++) expect(await connectionRefused(id, id, 'guess')).toBe(true);
  const { banned } = world.server.gateway.mqtt.refusals;
  expect(await connectionRefused(id, id, credential.token)).toBe(true);
  expect(world.server.gateway.mqtt.refusals.banned).toBe(banned + 1);
  await world.clock.advance(61_000);
  await using _device = await RawDevice.online(world.mqttPort, base, credential);
  expect((await look()).state).toBe(1);
});

test('isolation: foreign publishes and wildcard subscriptions deliver nothing', async () => {
  const victim = await claimed();
  const attacker = await claimed();
  await using honest = await RawDevice.online(world.mqttPort, victim.base, victim.credential);
  const before = await victim.look();
  const tries = [
    topics.up(victim.id, 'birth'),
    topics.up(victim.id, 'death'),
    topics.downConfig(victim.id),
    `d/${victim.id}/up/unknown`,
    `d/${attacker.id}/down/cfg`,
    `$SYS/broker`,
    topics.hello(attacker.base.sn),
  ];
  for (const topic of tries) {
    const device = await RawDevice.connect(
      world.mqttPort,
      attacker.id,
      attacker.credential.id,
      attacker.credential.token,
    );
    const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
    device.client.publish(topic, '{}', { qos: 1 });
    await closed;
  }
  for (const filter of [
    '#',
    'd/#',
    '+/+/down/#',
    'd/+/down/cfg',
    topics.downAll(victim.id),
    `d/${attacker.id}/down/+`,
    `d/${attacker.id}/up/#`,
  ]) {
    const device = await RawDevice.connect(
      world.mqttPort,
      attacker.id,
      attacker.credential.id,
      attacker.credential.token,
    );
    const granted = await device.client.subscribeAsync(filter, { qos: 1 }).catch(() => []);
    expect(granted.filter((grant) => grant.qos !== 128)).toEqual([]);
    await owner
      .call('deviceRestart', { params: { projectId: victim.projectId }, body: { deviceIds: [victim.id] } })
      .catch(() => undefined);
    expect(device.unread).toEqual([]);
    await device[Symbol.asyncDispose]();
  }
  expect(await honest.next()).toMatchObject({ payload: { kind: 'restart' } });
  expect(await victim.look()).toMatchObject({ state: before.state, softwareVersion: before.softwareVersion });
});

test('words that do not parse or are too large end the connection and change nothing', async () => {
  const { base, id, credential, look } = await claimed();
  for (const payload of ['not json', '{}', JSON.stringify({ session: 1 }), 'x'.repeat(300 * 1024)]) {
    const device = await RawDevice.online(world.mqttPort, base, credential);
    const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
    device.client.publish(topics.up(id, 'stat'), payload, { qos: 1 });
    await closed;
  }
  expect(await look()).toMatchObject({ softwareVersion: '1.0.0' });
});

test('a removed device loses its connection and its credential', async () => {
  const { base, id, credential, projectId } = await claimed();
  const device = await RawDevice.online(world.mqttPort, base, credential);
  const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
  await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
  await closed;
  expect(await connectionRefused(id, id, credential.token)).toBe(true);
});

test('clients: full, delta and leave; one identity per MAC when it roams', async () => {
  const { base, id, credential, projectId } = await claimed('NL-AP6C');
  await using device = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  const clients = (values: object) =>
    device.publish(topics.up(id, 'clients'), { session: 'one', seq: 1, ts: 0, full: false, ...values });
  await clients({
    full: true,
    join: [{ mac: 'AA:BB:CC:00:00:01', ip: '10.0.0.1', name: 'phone' }, { mac: 'aa:bb:cc:00:00:02' }],
  });
  const list = () => owner.call('clientList', { params: { projectId } });
  expect((await list()).items.map((client) => [client.mac, client.online])).toEqual([
    ['aa:bb:cc:00:00:01', true],
    ['aa:bb:cc:00:00:02', true],
  ]);
  await clients({ leave: ['aa:bb:cc:00:00:01'], upd: [{ mac: 'aa:bb:cc:00:00:02', signalDbm: -61 }] });
  expect((await list()).items).toMatchObject([
    { online: false, name: 'phone' },
    { online: true, signalDbm: -61 },
  ]);
  await clients({ full: true, join: [] });
  expect(
    (await owner.call('clientList', { params: { projectId }, query: { online: 'true' } })).items,
  ).toEqual([]);
});

test('a device of the project is no client, whoever takes it for one', async () => {
  const { base, id, credential, projectId } = await claimed();
  await using gateway = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  const [ap] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const tell = () =>
    gateway.publish(topics.up(id, 'clients'), {
      session: 'one',
      seq: 1,
      ts: 0,
      full: true,
      join: [{ mac: ap.mac.toUpperCase(), ip: '10.0.0.7' }, { mac: 'aa:bb:cc:00:00:77' }],
    });
  const macs = async () =>
    (await owner.call('clientList', { params: { projectId }, query: {} })).items.map(({ mac }) => mac);
  await tell();
  expect(await macs()).toContain(ap.mac);
  await owner.call('deviceAdd', { params: { projectId }, body: { sn: ap.sn, claimCode: ap.claimCode } });
  expect(await macs()).toEqual(['aa:bb:cc:00:00:77']);
  await tell();
  expect(await macs()).toEqual(['aa:bb:cc:00:00:77']);
});

test('a client’s way through the project is kept, and it is called what people call it', async () => {
  const gateway = await claimed();
  const { projectId } = gateway;
  const [apBase] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const body = { sn: apBase.sn, claimCode: apBase.claimCode };
  const ap = await owner.call('deviceAdd', { params: { projectId }, body });
  const apCredential = await RawDevice.provision(world.mqttPort, apBase);
  await using first = await RawDevice.online(world.mqttPort, gateway.base, gateway.credential, {
    session: 'g',
  });
  await using second = await RawDevice.online(world.mqttPort, apBase, apCredential, { session: 'a' });
  const mac = 'aa:bb:cc:00:0d:01';
  const say = (device: RawDevice, id: string, message: object) =>
    device.publish(topics.up(id, 'clients'), { seq: 1, ts: 0, full: false, ...message });
  await say(first, gateway.id, { session: 'g', join: [{ mac, port: 'lan1', name: 'laptop' }] });
  await world.clock.advance(10_000);
  await say(second, ap.id, { session: 'a', join: [{ mac, ssid: 'Guest', band: '5G', signalDbm: -60 }] });
  await say(second, ap.id, { session: 'a', upd: [{ mac, ssid: 'Guest', band: '5G', signalDbm: -61 }] });
  await world.clock.advance(10_000);
  await say(second, ap.id, { session: 'a', leave: [mac] });
  const { items } = await owner.call('clientVisits', { params: { projectId, mac: mac.toUpperCase() } });
  expect(items).toMatchObject([
    { device: { id: ap.id }, ssid: 'Guest', band: '5G' },
    { device: { id: gateway.id }, port: 'lan1', until: items[0]?.from },
  ]);
  expect(Date.parse(items[0]?.until ?? '') - Date.parse(items[0]?.from ?? '')).toBe(10_000);
  const seen = async () =>
    (await owner.call('clientList', { params: { projectId }, query: {} })).items.map(({ name, toldName }) => [
      name,
      toldName,
    ]);
  expect(await seen()).toEqual([['laptop', undefined]]);
  const rename = (name: string) => owner.call('clientRename', { params: { projectId, mac }, body: { name } });
  await rename('Front desk, José');
  expect(await seen()).toEqual([['Front desk, José', 'laptop']]);
  await rename('');
  expect(await seen()).toEqual([['laptop', undefined]]);
  const refused = await owner.refused('clientRename', { params: { projectId, mac }, body: { name: ' x' } });
  expect(refused.body.fields).toHaveProperty('name');
});

test('by cable the switch says where a client is, and the gateway what it sends and receives', async () => {
  const gateway = await claimed();
  const { projectId } = gateway;
  const [base] = (await world.register({ model: 'NL-SW8P' })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body });
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using first = await RawDevice.online(world.mqttPort, gateway.base, gateway.credential, {
    session: 'g',
  });
  await using second = await RawDevice.online(world.mqttPort, base, credential, { session: 's' });
  const mac = 'aa:bb:cc:00:0e:01';
  const atGateway = { mac, ip: '10.0.0.3', port: 'lan1', rxBytes: 5_000, txBytes: 70, rxRateKbps: 12 };
  const say = (device: RawDevice, deviceId: string, session: string, client: object) =>
    device.publish(topics.up(deviceId, 'clients'), { session, seq: 1, ts: 0, full: true, join: [client] });
  await say(second, id, 's', { mac, port: 'p3' });
  await say(first, gateway.id, 'g', atGateway);
  await say(second, id, 's', { mac, port: 'p3' });
  const { items } = await owner.call('clientList', { params: { projectId }, query: {} });
  expect(items).toMatchObject([
    { device: { id }, port: 'p3', ip: '10.0.0.3', rxBytes: 5_000, txBytes: 70, rxRateKbps: 12, online: true },
  ]);
});
