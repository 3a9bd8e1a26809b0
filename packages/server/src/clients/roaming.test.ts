import { topics } from '@northlight/contract/device-protocol';
import { createRandomId } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { insertPastJobs } from '../jobs/index.ts';
import {
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
let hall: PlayedDevice;
let kitchen: PlayedDevice;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  const site = await playSite(world, owner, 'NL-MESHP', 'NL-MESHS');
  projectId = site.projectId;
  [hall, kitchen] = site.devices as [PlayedDevice, PlayedDevice];
  for (const device of [hall, kitchen]) await device.on({ session: 'one' });
});
afterAll(async () => {
  for (const device of [hall, kitchen]) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

let sequence = 0;
const report = (device: PlayedDevice, changes: object): Promise<unknown> =>
  device.raw.publish(topics.up(device.id, 'clients'), {
    session: 'one',
    seq: (sequence += 1),
    ts: world.clock.now(),
    full: false,
    ...changes,
  });
const visits = async (mac: string) =>
  (await owner.call('clientVisits', { params: { projectId, mac } })).items;
const wireless = (mac: string, signalDbm?: number) => ({
  mac,
  ssid: 'Home',
  band: '5G',
  ...(signalDbm !== undefined && { signalDbm }),
});

test('shows from which node a client roamed, with its last signal there and its first signal here', async () => {
  const mac = '02:00:00:00:0a:01';
  await report(hall, { join: [wireless(mac, -55)] });
  await report(hall, { upd: [wireless(mac, -78)] });
  // Less than the 45 s after which a silent device is disconnected.
  await world.clock.advance(40_000);
  await report(kitchen, { join: [wireless(mac, -61)] });
  const [after, before, ...rest] = await visits(mac);
  expect(rest).toEqual([]);
  expect(before).toMatchObject({ device: { id: hall.id }, signalDbm: -55, lastSignalDbm: -78 });
  expect(before).not.toHaveProperty('roamedFrom');
  expect(after).toMatchObject({
    device: { id: kitchen.id },
    from: before?.until,
    signalDbm: -61,
    roamedFrom: { device: before?.device, signalDbm: -78 },
  });
  expect(after).not.toHaveProperty('lastSignalDbm');
});

test.each([
  ['the old node reports the leave first', 8_000, true],
  ['the client was away for 30 s', 30_000, true],
  ['the client was away for 31 s', 31_000, false],
])('decides by the pause whether a client roamed: %s', async (name, pauseMs, isRoam) => {
  const mac = `02:00:00:00:0b:${String(name.length).padStart(2, '0')}`;
  await report(hall, { join: [wireless(mac, -70)] });
  await world.clock.advance(5_000);
  await report(hall, { leave: [mac] });
  await world.clock.advance(pauseMs);
  await report(kitchen, { join: [wireless(mac, -60)] });
  const [after] = await visits(mac);
  expect(after?.roamedFrom !== undefined).toBe(isRoam);
});

test('does not count another band of the same node, or a cable, as roaming', async () => {
  const mac = '02:00:00:00:0c:01';
  await report(hall, { join: [{ mac, port: 'lan1' }] });
  await world.clock.advance(1_000);
  await report(kitchen, { join: [wireless(mac, -70)] });
  await world.clock.advance(1_000);
  await report(kitchen, { upd: [{ ...wireless(mac, -66), band: '2.4G' }] });
  const items = await visits(mac);
  expect(items.map(({ band, port, signalDbm }) => [band ?? port, signalDbm])).toEqual([
    ['2.4G', -66],
    ['5G', -70],
    ['lan1', undefined],
  ]);
  for (const visit of items) expect(visit).not.toHaveProperty('roamedFrom');
});

test('shows roaming without signals of nodes that report none', async () => {
  const mac = '02:00:00:00:0d:01';
  await report(hall, { join: [wireless(mac)] });
  await world.clock.advance(1_000);
  await report(kitchen, { join: [wireless(mac)] });
  const [after] = await visits(mac);
  expect(after?.roamedFrom?.device.id).toBe(hall.id);
  expect(after?.roamedFrom).not.toHaveProperty('signalDbm');
});

test('names the work on a device that explains a pause', async () => {
  const mac = '02:00:00:00:0e:01';
  await report(hall, { join: [wireless(mac, -60)] });
  await world.clock.advance(5_000);
  await report(hall, { leave: [mac] });
  const { db, entropy } = world.services;
  const at = new Date(world.clock.now());
  const row = { deviceId: hall.id, deviceName: 'Hall', state: 'done', at } as const;
  const job = { createdBy: 'x', at, rows: [row], id: createRandomId(entropy, at.getTime()) };
  const title = 'Channel plan: 2 radios';
  await db
    .transaction()
    .execute((tx) => insertPastJobs(tx, entropy, projectId, [{ ...job, kind: 'configure', title }]));
  await world.clock.advance(12_000);
  await report(hall, { join: [wireless(mac, -62)] });
  const [after, before] = await visits(mac);
  expect(after?.pause).toEqual({ seconds: 12, cause: title, at: at.toISOString() });
  expect(before).not.toHaveProperty('pause');
});
