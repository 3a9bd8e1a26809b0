import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  listChanges,
  pollUntil,
  openStream,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
let devices: readonly PlayedDevice[];
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  ({ devices, projectId } = await playSite(world, owner, 'NL-AP6C', 'NL-AP6C'));
  for (const device of devices) await device.on({ session: 'one', ts: world.clock.now() });
  // The server publishes the changes of the births within 3 s.
  await world.clock.advance(3000);
});
afterAll(async () => {
  for (const device of devices) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Stream = Awaited<ReturnType<typeof openStream>>;
const clientChanges = (stream: Stream) =>
  listChanges(stream).filter(({ resource }) => resource === 'clients');

let messages = 0;
const report = (device: PlayedDevice, changes: object) =>
  device.raw.publish(topics.up(device.id, 'clients'), {
    session: 'one',
    seq: ++messages,
    ts: world.clock.now(),
    full: false,
    ...changes,
  });
const waitUntil = (isDone: () => boolean) =>
  pollUntil(async () => {
    await world.clock.advance(10);
    return isDone();
  });
const listed = async () => (await owner.call('clientList', { params: { projectId }, query: {} })).items;

const phone = { mac: '02:00:00:00:00:01', ssid: 'Staff', band: '5G', signalDbm: -50 };
const laptop = { mac: '02:00:00:00:00:02', name: 'laptop', ssid: 'Staff', band: '5G' };

test('sends joined, roamed and left clients complete, as in the client list', async () => {
  const [first, second] = devices as [PlayedDevice, PlayedDevice];
  await world.services.db
    .insertInto('client_names')
    .values({ project_id: projectId, mac: phone.mac, name: 'Reception' })
    .execute();
  await world.clock.advance(3000);
  const stream = await openStream(owner, `?projectId=${projectId}`);
  const rowsAfter = async (count: number) => {
    await waitUntil(() => clientChanges(stream).length === count);
    const { rows = [] } = clientChanges(stream).at(-1) ?? {};
    return rows;
  };
  void report(first, { full: true, join: [phone, laptop] });
  const joined = await rowsAfter(1);
  expect(joined).toEqual((await listed()).map((client) => ({ id: client.mac, ...client })));
  expect(joined).toMatchObject([{ name: 'Reception', signalDbm: -50 }, { name: 'laptop' }]);

  await world.clock.advance(1000);
  void report(second, { join: [{ ...phone, signalDbm: -70 }] });
  expect(await rowsAfter(2)).toMatchObject([
    { id: phone.mac, device: { id: second.id }, signalDbm: -70, online: true },
  ]);

  await world.clock.advance(1000);
  void report(first, { full: true, join: [] });
  expect(await rowsAfter(3)).toMatchObject([{ id: laptop.mac, online: false }]);

  await world.clock.advance(1000);
  // A leave report for another device's client changes nothing.
  void report(first, { leave: [phone.mac] });
  void report(second, { leave: [phone.mac] });
  expect(await rowsAfter(4)).toMatchObject([{ id: phone.mac, online: false }]);
  // Client reports change no figures of the device.
  expect(listChanges(stream).filter(({ resource }) => resource === 'devices')).toEqual([]);
  await stream.close();
});

test('sends no rows when more clients change than one event can contain', async () => {
  const [first] = devices as [PlayedDevice];
  const stream = await openStream(owner, `?projectId=${projectId}`);
  const crowd = Array.from({ length: 600 }, (_, index) => ({
    mac: `02:00:00:01:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`,
  }));
  void report(first, { join: crowd });
  await waitUntil(() => clientChanges(stream).length === 1);
  expect(clientChanges(stream)[0]?.rows).toBeUndefined();
  await stream.close();
});
