import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  encodeAck,
  createClientPair,
  createProject,
  pollUntil,
  createSerial,
  createOpenWifiSite,
  startTestServer,
  encodeSwitchConnect,
  reportSwitchPorts,
  type TestBrowser,
  testAuthority,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let other: TestBrowser;
let mine: Awaited<ReturnType<typeof createOpenWifiSite>>;
let yours: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  await world.clock.advance(120_000);
  other = await world.signedUp();
  mine = await createOpenWifiSite(world, owner, 'Mine');
  yours = await createOpenWifiSite(world, other, 'Yours');
});
afterAll(() => world[Symbol.asyncDispose]());

const listWaitingDevices = async (browser: TestBrowser) =>
  (await browser.call('waitingDeviceList', {})).items;
const toSerial = (serial: string): string => `OWF1${serial.toUpperCase()}`;

test('rejects a file without an acceptable authority, and states the reason', async () => {
  const reasonFor = async (pem: string, browser = owner) => {
    const { body } = await browser.refused('authorityAdd', { body: { pem } });
    return body.fields?.['pem'];
  };
  const { cert } = await createClientPair(mine.authority, createSerial());
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const ours = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8');
  expect(await reasonFor('hello')).toMatch(/not a certificate/);
  expect(await reasonFor(cert)).toMatch(/not the certificate of an authority/);
  expect(await reasonFor(`${mine.authority.pem}${key}`)).toMatch(/private key/);
  expect(await reasonFor(`${mine.authority.pem}${yours.authority.pem}`)).toMatch(/several/);
  expect(await reasonFor(rootCertificates[0] ?? '')).toMatch(/public authority|too weak|expired/);
  expect(await reasonFor(ours)).toMatch(/of this server itself/);
  const taken = await reasonFor(mine.authority.pem);
  expect(taken).toMatch(/registered already/);
  // Other accounts get the same message, so that it does not reveal the owner.
  expect(await reasonFor(mine.authority.pem, other)).toBe(taken);
  const day = 86_400_000;
  const now = Date.now();
  const past = await testAuthority('Past', { notBefore: now - 2 * day, notAfter: now - day });
  expect(await reasonFor(past.pem)).toMatch(/has expired/);
  const future = await testAuthority('Future', { notBefore: now + day, notAfter: now + 2 * day });
  expect(await reasonFor(future.pem)).toMatch(/not valid yet/);
});

test('lists a device as pending only for the account of its authority, and keeps the same MAC of another authority apart', async () => {
  const serial = createSerial();
  const sn = toSerial(serial);
  await using real = await mine.dial(serial);
  real.send(encodeSwitchConnect(serial));
  await mine.untilPending(sn);
  expect((await listWaitingDevices(owner)).find((device) => device.sn === sn)).toMatchObject({
    kind: 'switch',
    model: 'edgecore_ecs4100',
    softwareVersion: 'TIP-v3.2.0',
    mac: serial.match(/../g)?.join(':'),
    network: '127.0.0.1',
    status: 'waiting',
    can: { add: { allowed: true } },
  });
  expect(await listWaitingDevices(other)).toEqual([]);
  const { id: foreignProject } = await createProject(other);
  const { status } = await other.refused('waitingDeviceAdd', {
    params: { sn },
    body: { projectId: foreignProject },
  });
  expect(status).toBe(404);
  // Another authority certifies the same MAC.
  await using double = await yours.dial(serial);
  double.send(encodeSwitchConnect(serial));
  await yours.untilPending(sn);
  const { id: projectId } = await createProject(owner);
  await mine.applyVlans(projectId, 20);
  const { id } = await owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId, name: 'Real' } });
  await reportSwitchPorts(real, serial);
  const configure = await real.call('configure');
  real.send(encodeAck(configure.id, serial));
  expect(double.unread).toEqual([]);
  // The device of the other authority stays pending, and its account can add it.
  expect((await listWaitingDevices(other)).map((device) => device.sn)).toEqual([sn]);
  const added = await other.call('waitingDeviceAdd', {
    params: { sn },
    body: { projectId: foreignProject, name: 'Double' },
  });
  expect(added.sn).toBe(sn);
  await double[Symbol.asyncDispose]();
  await using again = await yours.dial(serial);
  again.send(encodeSwitchConnect(serial));
  again.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","state":{"unit":{"uptime":666}}}}`,
  );
  again.send('{"jsonrpc":"2.0","method":"log","params":{"serial":"0"}}');
  expect(await again.closed).toBe(1008);
  const device = await owner.call('deviceGet', { params: { projectId, deviceId: id } });
  expect([device.state, device.uptimeSeconds]).toEqual([1, 0]);
});

test('ignores reports of a second authority of the account about a device of the first authority', async () => {
  await using device = await mine.added(encodeSwitchConnect);
  await mine.settle(device);
  const second = await createOpenWifiSite(world, owner, 'Mine too');
  await using double = await second.dial(device.serial);
  double.send(encodeSwitchConnect(device.serial));
  double.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${device.serial}","state":{"unit":{"uptime":666}}}}`,
  );
  double.send('garbage');
  expect(await double.closed).toBe(1008);
  expect(device.raw.socket.readyState).toBe(1);
  expect((await device.get()).uptimeSeconds).toBe(0);
});

test('keeps a device ignored or rejected until the decision is reverted', async () => {
  const serial = createSerial();
  const params = { sn: toSerial(serial) };
  await using device = await mine.dial(serial);
  device.send(encodeSwitchConnect(serial));
  await mine.untilPending(params.sn);
  const decision = async () => (await listWaitingDevices(owner)).find(({ sn }) => sn === params.sn)?.status;
  await owner.call('waitingDeviceReject', { params });
  expect(await decision()).toBe('rejected');
  const { id: projectId } = await createProject(owner);
  await owner.refused('waitingDeviceAdd', { params, body: { projectId } });
  await owner.call('waitingDeviceRestore', { params });
  await owner.call('waitingDeviceIgnore', { params });
  expect(await decision()).toBe('ignored');
});

test('disconnects devices when the device or its authority is removed', async () => {
  const authority = await createOpenWifiSite(world, owner, 'Passing');
  await using first = await authority.added(encodeSwitchConnect);
  await authority.settle(first);
  const removed = { projectId: first.projectId, deviceId: first.id };
  expect(await owner.call('deviceGet', { params: removed })).toMatchObject({ linkType: 0, configState: 1 });
  await owner.call('deviceRemove', { params: removed });
  expect(await first.raw.closed).toBe(1008);
  await using back = await authority.dial(first.serial);
  back.send(encodeSwitchConnect(first.serial));
  await authority.untilPending(first.sn);
  await using second = await authority.added(encodeSwitchConnect);
  await authority.settle(second);
  const items = async () =>
    (await owner.call('authorityList', {})).items.filter(({ name }) => name === 'Passing');
  expect(await items()).toMatchObject([{ devices: 1 }]);
  const params = { authorityId: authority.authorityId };
  expect((await other.refused('authorityRemove', { params })).status).toBe(404);
  await owner.call('authorityRemove', { params });
  expect([await second.raw.closed, await back.closed]).toEqual([1008, 1008]);
  expect(await items()).toEqual([]);
  await expect(authority.dial(second.serial)).rejects.toThrow();
  expect((await listWaitingDevices(owner)).map(({ sn }) => sn)).not.toContain(first.sn);
  await pollUntil(async () => (await second.get()).state === 0);
  const audited = await world.services.db
    .selectFrom('audit')
    .select('action')
    .where('object', '=', 'Passing')
    .orderBy('at')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['authority.add', 'authority.remove']);
  // An authority that is added again regains its former devices.
  await owner.call('authorityAdd', { body: { pem: authority.authority.pem } });
  expect(await items()).toMatchObject([{ devices: 1 }]);
  await using returned = await authority.dial(second.serial);
  returned.send(encodeSwitchConnect(second.serial));
  await pollUntil(async () => (await second.get()).state === 1);
});

test('keeps the newer of two connections of a device', async () => {
  await using device = await mine.added(encodeSwitchConnect);
  const { uuid } = await mine.settle(device);
  await using newer = await mine.dial(device.serial);
  newer.send(encodeSwitchConnect(device.serial, uuid));
  expect(await device.raw.closed).toBe(1008);
  await newer.call('request');
  expect((await device.get()).state).toBe(1);
  await mine.applyVlans(device.projectId, 20, 21);
  newer.send(encodeAck((await newer.call('configure')).id, device.serial));
  await device.configured('applied');
});

test('shows the account a refused device: a certificate without a MAC, and a serial number of another device', async () => {
  const named = await createOpenWifiSite(world, owner, 'Misnamed');
  const lastRefusal = async (browser = owner) =>
    (await browser.call('authorityList', {})).items.find(({ id }) => id === named.authorityId)?.lastRefusal;
  expect(await lastRefusal()).toBeUndefined();
  await expect(named.dial('3344aa')).rejects.toThrow();
  const at = new Date(world.clock.now()).toISOString();
  expect(await pollUntil(lastRefusal)).toEqual({
    at,
    device: '3344aa',
    reason: 'the common name of its certificate is not a MAC address of 12 hexadecimal digits',
  });
  // The switch sends a serial number that differs from the common name of its certificate.
  const serial = createSerial();
  await using device = await named.dial(serial);
  device.send(encodeSwitchConnect('3344aa'));
  expect(await device.closed).toBe(1008);
  const reason = `the serial number "3344aa" is not that of the certificate, ${serial}`;
  const mac = serial.match(/../g)?.join(':');
  await pollUntil(async () => (await lastRefusal())?.reason === reason);
  expect(await lastRefusal()).toEqual({ at, device: mac, reason });
  // The server does not report a certificate of an untrusted authority.
  const foreign = await testAuthority('Misnamed');
  await expect(named.dial('5566bb', foreign)).rejects.toThrow();
  await expect(yours.dial('7788cc')).rejects.toThrow();
  await pollUntil(async () =>
    (await other.call('authorityList', {})).items.some((one) => one.lastRefusal?.device === '7788cc'),
  );
  expect(await lastRefusal()).toMatchObject({ device: mac });
});
