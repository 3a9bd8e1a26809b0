import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  changesIn,
  eventually,
  openStream,
  type PlayedDevice,
  playedSite,
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
  ({ devices, projectId } = await playedSite(world, owner, 'NL-AP6C', 'NL-AP6C'));
  for (const device of devices) await device.on({ session: 'one', ts: world.clock.now() });
  // What the births changed is told by then.
  await world.clock.advance(3000);
});
afterAll(async () => {
  for (const device of devices) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Stream = Awaited<ReturnType<typeof openStream>>;
const clientChanges = (stream: Stream) => changesIn(stream).filter(({ resource }) => resource === 'clients');

let messages = 0;
const say = (device: PlayedDevice, told: object) =>
  device.raw.publish(topics.up(device.id, 'clients'), {
    session: 'one',
    seq: ++messages,
    ts: world.clock.now(),
    full: false,
    ...told,
  });
const told = (look: () => boolean) =>
  eventually(async () => {
    await world.clock.advance(10);
    return look();
  });
const listed = async () => (await owner.call('clientList', { params: { projectId }, query: {} })).items;

const phone = { mac: '02:00:00:00:00:01', ssid: 'Staff', band: '5G', signalDbm: -50 };
const laptop = { mac: '02:00:00:00:00:02', name: 'laptop', ssid: 'Staff', band: '5G' };

test('clients that came, roamed and left travel along whole, as the list answers them', async () => {
  const [first, second] = devices as [PlayedDevice, PlayedDevice];
  await owner.call('clientRename', {
    params: { projectId, mac: phone.mac },
    body: { name: 'Front desk' },
  });
  await world.clock.advance(3000);
  const stream = await openStream(owner, `?projectId=${projectId}`);
  const rowsAfter = async (count: number) => {
    await told(() => clientChanges(stream).length === count);
    const { rows = [] } = clientChanges(stream).at(-1) ?? {};
    return rows;
  };
  void say(first, { full: true, join: [phone, laptop] });
  const come = await rowsAfter(1);
  expect(come).toEqual((await listed()).map((client) => ({ id: client.mac, ...client })));
  expect(come).toMatchObject([{ name: 'Front desk', signalDbm: -50 }, { name: 'laptop' }]);

  await world.clock.advance(1000);
  void say(second, { join: [{ ...phone, signalDbm: -70 }] });
  expect(await rowsAfter(2)).toMatchObject([
    { id: phone.mac, device: { id: second.id }, signalDbm: -70, online: true },
  ]);

  await world.clock.advance(1000);
  void say(first, { full: true, join: [] });
  expect(await rowsAfter(3)).toMatchObject([{ id: laptop.mac, online: false }]);

  await world.clock.advance(1000);
  // It says that somebody left whom it does not have: nothing changed.
  void say(first, { leave: [phone.mac] });
  void say(second, { leave: [phone.mac] });
  expect(await rowsAfter(4)).toMatchObject([{ id: phone.mac, online: false }]);
  // No figure of a device is told by its clients.
  expect(changesIn(stream).filter(({ resource }) => resource === 'devices')).toEqual([]);
  await stream.close();
});

test('more clients than travel along are asked for', async () => {
  const [first] = devices as [PlayedDevice];
  const stream = await openStream(owner, `?projectId=${projectId}`);
  const crowd = Array.from({ length: 600 }, (_, index) => ({
    mac: `02:00:00:01:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`,
  }));
  void say(first, { join: crowd });
  await told(() => clientChanges(stream).length === 1);
  expect(clientChanges(stream)[0]?.rows).toBeUndefined();
  await stream.close();
});
