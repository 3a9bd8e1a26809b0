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
let hall: PlayedDevice;
let kitchen: PlayedDevice;
let study: PlayedDevice;
let router: PlayedDevice;
let foreign: PlayedDevice;
let report: ReturnType<typeof createFigureReporter>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  report = createFigureReporter(world, get);
  const site = await playSite(world, owner, 'NL-MESHP', 'NL-MESHS', 'NL-MESHS', 'NL-WR3');
  projectId = site.projectId;
  [hall, kitchen, study, router] = site.devices as [PlayedDevice, PlayedDevice, PlayedDevice, PlayedDevice];
  [foreign] = (await playSite(world, await world.signedUp(), 'NL-MESHP')).devices as [PlayedDevice];
  for (const device of [kitchen, router]) await device.on({ session: 'one', ts: world.clock.now() });
  await world.clock.advance(3000);
});
afterAll(async () => {
  for (const device of [kitchen, router]) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const get = ({ id }: PlayedDevice) => owner.call('deviceGet', { params: { projectId, deviceId: id } });

const radio = { band: '5G', channel: 149, signalDbm: -64, rateMbps: 433, retryPercent: 6 };
const createBackhaul = (parent: PlayedDevice, ...candidates: { mac: string; signalDbm: number }[]) => ({
  kind: 'wireless',
  parentMac: parent.base.mac,
  hops: 1,
  ...radio,
  candidates,
});

test('presents the backhaul with the names of the project’s nodes, and with its time', async () => {
  expect(await get(kitchen)).not.toHaveProperty('backhaul');
  const stranger = '02:00:00:00:00:99';
  await report(kitchen, {
    backhaul: createBackhaul(
      hall,
      { mac: stranger, signalDbm: -80 },
      { mac: study.base.mac.toUpperCase(), signalDbm: -58 },
    ),
  });
  const { backhaul, backhaulAt = '' } = await get(kitchen);
  const [{ name: hallName }, { name: studyName }] = [await get(hall), await get(study)];
  expect(backhaul).toEqual({
    kind: 'wireless',
    parent: { id: hall.id, name: hallName },
    hops: 1,
    ...radio,
    candidates: [
      { node: { id: study.id, name: studyName }, signalDbm: -58 },
      { node: { mac: stranger }, signalDbm: -80 },
    ],
  });
  expect(Math.abs(Date.parse(backhaulAt) - world.clock.now())).toBeLessThan(60_000);
  const { items } = await owner.call('deviceList', { params: { projectId } });
  expect(items.find(({ id }) => id === kitchen.id)).toMatchObject({ hops: 1, backhaulDbm: -64 });
  await world.clock.advance(2000);
  await report(kitchen, {});
  expect(await get(kitchen)).toMatchObject({ backhaul, backhaulAt });
});

test('names no device of another project', async () => {
  const { mac } = foreign.base;
  await report(kitchen, { backhaul: createBackhaul(foreign) });
  expect((await get(kitchen)).backhaul?.parent).toEqual({ mac });
  await report(kitchen, { backhaul: createBackhaul(hall, { mac, signalDbm: -50 }) });
  const answer = await get(kitchen);
  expect(answer.backhaul?.candidates).toEqual([{ node: { mac }, signalDbm: -50 }]);
  expect(JSON.stringify(answer)).not.toContain(foreign.id);
});

test('presents a wired backhaul without radio figures', async () => {
  await report(kitchen, { backhaul: { kind: 'wired', parentMac: hall.base.mac, hops: 1 } });
  expect(Object.keys((await get(kitchen)).backhaul ?? {}).toSorted()).toEqual([
    'candidates',
    'hops',
    'kind',
    'parent',
  ]);
});

test('ignores the backhaul of a device that is no mesh node', async () => {
  await report(router, { backhaul: createBackhaul(hall) });
  const answer = await get(router);
  expect([answer.backhaul, answer.backhaulAt]).toEqual([undefined, undefined]);
});
