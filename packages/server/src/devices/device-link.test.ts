import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
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

async function claimDevice(model = 'NL-GW5') {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model })) as [BaseDevice];
  const { id } = await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const readDevice = () => owner.call('deviceGet', { params: { projectId, deviceId: id } });
  return { projectId, base, id, credential, readDevice };
}

const connectionRefused = (id: string, username: string, password: string): Promise<boolean> =>
  RawDevice.connect(world.mqttPort, id, username, password).then(
    async (device) => {
      await device[Symbol.asyncDispose]();
      return false;
    },
    () => true,
  );

test('answers a hello with waiting, and sends an offer on the open connection after the claim', async () => {
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

test('shows a device online after its birth, with figures after a report, and offline with an alarm after a disconnect', async () => {
  const { base, id, credential, projectId, readDevice } = await claimDevice();
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  expect(await readDevice()).toMatchObject({
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
  await pollUntil(async () => {
    await world.clock.advance(50);
    return (await readDevice()).cpuPercent === 12;
  });
  await report;
  expect(await readDevice()).toMatchObject({
    memoryPercent: 40,
    uptimeSeconds: 65,
    clientCount: 3,
    stale: false,
  });
  await device.unplug();
  await pollUntil(async () => (await readDevice()).state === 0);
  const { items } = await owner.call('alarmList', { params: { projectId } });
  expect(items).toMatchObject([{ kind: 'device-offline', read: 0, device: { id } }]);
  await world.passTime(4 * 60_000);
  expect((await readDevice()).stale).toBe(true);
  await using _back = await RawDevice.online(world.mqttPort, base, credential, { session: 'two' });
  expect(await readDevice()).toMatchObject({ state: 1 });
  expect((await owner.call('alarmList', { params: { projectId } })).items[0]).toHaveProperty('resolvedAt');
});

test('ignores a late last will of an earlier session', async () => {
  const { base, id, credential, readDevice } = await claimDevice();
  await using device = await RawDevice.online(world.mqttPort, base, credential, { session: 'new' });
  await device.publish(topics.up(id, 'death'), { session: 'old', bd: 0 });
  expect((await readDevice()).state).toBe(1);
});

test('ends a connection that is silent for one and a half keepalives', async () => {
  const { base, credential, readDevice } = await claimDevice();
  await using _device = await RawDevice.online(world.mqttPort, base, credential);
  await world.passTime(60_000);
  await pollUntil(async () => (await readDevice()).state === 0);
});

test('completes a restart when a birth reports it', async () => {
  const { base, id, credential, projectId, readDevice } = await claimDevice();
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  const job = await owner.call('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  expect(job.rows[0]?.rebootFlow).toBe(0);
  const again = await owner.refused('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  expect(again.status).toBe(409);
  const command = await device.next();
  const { cid } = command.payload as { cid: string };
  expect(command).toMatchObject({ topic: topics.downCommand(id, cid), payload: { kind: 'restart' } });
  await device.publish(topics.upCommand(id, cid), { cid, state: 'accepted' });
  expect(await readDevice()).toMatchObject({ state: 8, can: { restart: { allowed: false } } });
  await device.publish(topics.upCommand(id, cid), {
    cid,
    state: 'running',
    percent: 40,
    step: 'Stopping services',
  });
  const state = async () => (await owner.call('jobGet', { params: { projectId, jobId: job.id } })).rows[0];
  expect(await state()).toMatchObject({
    state: 'running',
    percent: 40,
    detail: 'Stopping services',
    rebootFlow: 1,
  });
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
  expect(await state()).toMatchObject({ state: 'done', percent: 100, rebootFlow: 2 });
  expect((await readDevice()).state).toBe(1);
  expect(
    (await owner.call('alarmList', { params: { projectId } })).items.filter(
      (alarm) => alarm.resolvedAt === undefined,
    ),
  ).toEqual([]);
});

test('expires a restart without a birth and shows the device offline', async () => {
  const { base, id, credential, projectId, readDevice } = await claimDevice();
  const device = await RawDevice.online(world.mqttPort, base, credential);
  await owner.call('deviceRestart', { params: { projectId }, body: { deviceIds: [id] } });
  const { cid } = (await device.next()).payload as { cid: string };
  await device.publish(topics.upCommand(id, cid), { cid, state: 'accepted' });
  await device.unplug();
  await world.passTime(4 * 60_000);
  await pollUntil(async () => (await readDevice()).state === 0);
  const [job] = (await owner.call('jobList', { params: { projectId } })).items;
  expect(job).toMatchObject({ state: 'failed', rows: [{ state: 'expired' }] });
});

test('refuses a connection with a foreign client id, a foreign user name, or a wrong or old token', async () => {
  const one = await claimDevice();
  const two = await claimDevice();
  expect(await connectionRefused(one.id, two.id, two.credential.token)).toBe(true);
  expect(await connectionRefused(one.id, one.id, two.credential.token)).toBe(true);
  expect(await connectionRefused(`p-${one.base.sn}`, two.base.sn, two.base.secret)).toBe(true);
  expect(await connectionRefused('#', one.id, one.credential.token)).toBe(true);
  const next = await RawDevice.provision(world.mqttPort, one.base);
  expect(next.id).toBe(one.id);
  expect(await connectionRefused(one.id, one.id, one.credential.token)).toBe(true);
  expect(await connectionRefused(one.id, one.id, next.token)).toBe(false);
});

test('bans a client for 1 min after ten refusals, without checking its credential', async () => {
  const { base, id, credential, readDevice } = await claimDevice();
  for (let count = 0; count < 10; count++) expect(await connectionRefused(id, id, 'guess')).toBe(true);
  const { banned } = world.server.gateway.mqtt.refusals;
  expect(await connectionRefused(id, id, credential.token)).toBe(true);
  expect(world.server.gateway.mqtt.refusals.banned).toBe(banned + 1);
  await world.clock.advance(61_000);
  await using _device = await RawDevice.online(world.mqttPort, base, credential);
  expect((await readDevice()).state).toBe(1);
});

test('rejects foreign publishes and wildcard subscriptions', async () => {
  const victim = await claimDevice();
  const attacker = await claimDevice();
  await using honest = await RawDevice.online(world.mqttPort, victim.base, victim.credential);
  const before = await victim.readDevice();
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
  expect(await victim.readDevice()).toMatchObject({
    state: before.state,
    softwareVersion: before.softwareVersion,
  });
});

test('ends the connection on messages that are too long or not JSON, and changes nothing', async () => {
  const { base, id, credential, readDevice } = await claimDevice();
  for (const payload of ['not json', 'x'.repeat(300 * 1024)]) {
    const device = await RawDevice.online(world.mqttPort, base, credential);
    const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
    device.client.publish(topics.up(id, 'stat'), payload, { qos: 1 });
    await closed;
  }
  expect(await readDevice()).toMatchObject({ softwareVersion: '1.0.0' });
});

test('disconnects a removed device and revokes its credential', async () => {
  const { base, id, credential, projectId } = await claimDevice();
  const device = await RawDevice.online(world.mqttPort, base, credential);
  const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
  await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
  await closed;
  expect(await connectionRefused(id, id, credential.token)).toBe(true);
});

test('applies full, delta and leave reports about clients', async () => {
  const { base, id, credential, projectId } = await claimDevice('NL-AP6C');
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

test('lists no device of the project as a client', async () => {
  const { base, id, credential, projectId } = await claimDevice();
  await using gateway = await RawDevice.online(world.mqttPort, base, credential, { session: 'one' });
  const [ap] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const report = () =>
    gateway.publish(topics.up(id, 'clients'), {
      session: 'one',
      seq: 1,
      ts: 0,
      full: true,
      join: [{ mac: ap.mac.toUpperCase(), ip: '10.0.0.7' }, { mac: 'aa:bb:cc:00:00:77' }],
    });
  const macs = async () =>
    (await owner.call('clientList', { params: { projectId }, query: {} })).items.map(({ mac }) => mac);
  await report();
  expect(await macs()).toContain(ap.mac);
  await owner.call('deviceAdd', { params: { projectId }, body: { sn: ap.sn, claimCode: ap.claimCode } });
  expect(await macs()).toEqual(['aa:bb:cc:00:00:77']);
  await report();
  expect(await macs()).toEqual(['aa:bb:cc:00:00:77']);
});

test('records the visits of a client and shows its given name', async () => {
  const gateway = await claimDevice();
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
  const report = (device: RawDevice, id: string, message: object) =>
    device.publish(topics.up(id, 'clients'), { seq: 1, ts: 0, full: false, ...message });
  await report(first, gateway.id, { session: 'g', join: [{ mac, port: 'lan1', name: 'laptop' }] });
  await world.clock.advance(10_000);
  await report(second, ap.id, { session: 'a', join: [{ mac, ssid: 'Guest', band: '5G', signalDbm: -60 }] });
  await report(second, ap.id, { session: 'a', upd: [{ mac, ssid: 'Guest', band: '5G', signalDbm: -61 }] });
  await world.clock.advance(10_000);
  await report(second, ap.id, { session: 'a', leave: [mac] });
  const { items } = await owner.call('clientVisits', { params: { projectId, mac: mac.toUpperCase() } });
  expect(items).toMatchObject([
    { device: { id: ap.id }, ssid: 'Guest', band: '5G', signalDbm: -60, lastSignalDbm: -61 },
    { device: { id: gateway.id }, port: 'lan1', until: items[0]?.from },
  ]);
  expect(Date.parse(items[0]?.until ?? '') - Date.parse(items[0]?.from ?? '')).toBe(10_000);
  const listedNames = async () =>
    (await owner.call('clientList', { params: { projectId }, query: {} })).items.map(
      ({ name, reportedName }) => [name, reportedName],
    );
  expect(await listedNames()).toEqual([['laptop', undefined]]);
  const rename = (name: string) => owner.call('clientRename', { params: { projectId, mac }, body: { name } });
  await rename('Reception, José');
  expect(await listedNames()).toEqual([['Reception, José', 'laptop']]);
  await rename('');
  expect(await listedNames()).toEqual([['laptop', undefined]]);
  const refused = await owner.refused('clientRename', { params: { projectId, mac }, body: { name: ' x' } });
  expect(refused.body.fields).toHaveProperty('name');
  const unknown = { params: { projectId, mac: '02:00:00:00:0f:0f' }, body: { name: 'Unseen' } };
  expect((await owner.refused('clientRename', unknown)).status).toBe(404);
});

test('takes a wired client’s port from the switch and its traffic from the gateway', async () => {
  const gateway = await claimDevice();
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
  const report = (device: RawDevice, deviceId: string, session: string, client: object) =>
    device.publish(topics.up(deviceId, 'clients'), { session, seq: 1, ts: 0, full: true, join: [client] });
  await report(second, id, 's', { mac, port: 'p3' });
  await report(first, gateway.id, 'g', atGateway);
  await report(second, id, 's', { mac, port: 'p3' });
  const { items } = await owner.call('clientList', { params: { projectId }, query: {} });
  expect(items).toMatchObject([
    { device: { id }, port: 'p3', ip: '10.0.0.3', rxBytes: 5_000, txBytes: 70, rxRateKbps: 12, online: true },
  ]);
});
