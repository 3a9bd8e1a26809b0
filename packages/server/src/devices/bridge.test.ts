import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createFigureReporter,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
let base: PlayedDevice;
let client: PlayedDevice;
let ap: PlayedDevice;
let foreign: PlayedDevice;
let report: ReturnType<typeof createFigureReporter>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  report = createFigureReporter(world, get);
  const site = await playSite(world, owner, 'NL-CPE5', 'NL-CPE5', 'NL-AP6C');
  projectId = site.projectId;
  [base, client, ap] = site.devices as [PlayedDevice, PlayedDevice, PlayedDevice];
  [foreign] = (await playSite(world, await world.signedUp(), 'NL-CPE5')).devices as [PlayedDevice];
  for (const device of [base, client, ap]) await device.on({ session: 'one', ts: world.clock.now() });
  await world.clock.advance(3000);
});
afterAll(async () => {
  for (const device of [base, client, ap]) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const get = ({ id }: PlayedDevice) => owner.call('deviceGet', { params: { projectId, deviceId: id } });

const figures = {
  signalDbm: -54,
  chainsDbm: [-56, -58],
  rxRateMbps: 173.3,
  txRateMbps: 200,
  retryPercent: 3,
};
const radio = { mode: 'client', channel: 100, widthMhz: 40, powerDbm: 20, noiseDbm: -95 } as const;
const createBridge = (peer: PlayedDevice) => ({
  ...radio,
  peers: [{ mac: peer.base.mac.toUpperCase(), ...figures }],
});

test('presents the link of a bridge with the name of its peer, and with its time', async () => {
  expect(await get(client)).not.toHaveProperty('bridge');
  await report(client, { bridge: createBridge(base) });
  const { name } = await get(base);
  const { bridge, bridgeAt = '' } = await get(client);
  expect(bridge).toEqual({ ...radio, peers: [{ peer: { id: base.id, name }, ...figures }] });
  expect(Math.abs(Date.parse(bridgeAt) - world.clock.now())).toBeLessThan(60_000);
  await world.clock.advance(2000);
  await report(client, {});
  expect(await get(client)).toMatchObject({ bridge, bridgeAt });
});

test('names no device of another project', async () => {
  await report(client, { bridge: createBridge(foreign) });
  expect((await get(client)).bridge?.peers[0]?.peer).toEqual({ mac: foreign.base.mac });
});

test('presents a lost link as a bridge without peers', async () => {
  await report(client, { bridge: { mode: 'client', peers: [] } });
  expect((await get(client)).bridge).toEqual({ mode: 'client', peers: [] });
});

test('ignores the report of a device that is no bridge', async () => {
  await report(ap, { bridge: createBridge(base) });
  expect(await get(ap)).not.toHaveProperty('bridge');
});

test('serves the drawing of a bridge at the path in its details, but not to other accounts', async () => {
  const { vectorImage } = await get(base);
  const answer = await owner.fetch(vectorImage);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await answer.text()).toMatch(/^<svg /);
  const other = await (await world.signedUp()).fetch(vectorImage);
  expect(other.status).toBeGreaterThanOrEqual(400);
});
