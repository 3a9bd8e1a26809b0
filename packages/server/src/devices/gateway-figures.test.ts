import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  listChanges,
  openStream,
  type PlayedDevice,
  playSite,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
let gateway: PlayedDevice;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  const site = await playSite(world, owner, 'NL-GW5');
  projectId = site.projectId;
  [gateway] = site.devices as [PlayedDevice];
  await gateway.on({ session: 'one', ts: world.clock.now() });
  await world.clock.advance(3000);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const get = () => owner.call('deviceGet', { params: { projectId, deviceId: gateway.id } });

let reports = 0;
function report(figures: object): Promise<unknown> {
  reports += 1;
  const message = { session: 'one', seq: reports, ts: world.clock.now(), ...figures };
  return gateway.raw.publish(topics.up(gateway.id, 'stat'), message);
}

const waitUntil = (isDone: () => boolean | Promise<boolean>) =>
  pollUntil(async () => {
    await world.clock.advance(10);
    return isDone();
  });

test('presents the reported state of the WAN ports with its time, and notifies open pages', async () => {
  const before = await get();
  expect([before.wans, before.wansAt]).toEqual([undefined, undefined]);
  const port = before.ports.find(({ role }) => role === 'wan')?.id ?? '';
  const leased = { id: port, up: true, inUse: true, ip: '203.0.113.57', prefix: 24, gateway: '203.0.113.1' };
  const stream = await openStream(owner, `?projectId=${projectId}`);
  void report({
    cpu: 41,
    wans: [
      { ...leased, dns: ['9.9.9.9'] },
      { id: 'lan1', up: true, inUse: false },
    ],
  });
  await waitUntil(() => listChanges(stream).some(({ rows }) => rows?.some(({ id }) => id === gateway.id)));
  await stream.close();
  const { wans, wansAt = '' } = await get();
  expect(wans).toEqual([{ ...leased, dns: ['9.9.9.9'] }]);
  expect(Math.abs(Date.parse(wansAt) - world.clock.now())).toBeLessThan(60_000);
  // A report without WAN ports keeps the values and their time.
  await world.clock.advance(2000);
  void report({ cpu: 42 });
  await waitUntil(async () => (await get()).cpuPercent === 42);
  expect(await get()).toMatchObject({ wans, wansAt });
  void report({ cpu: 43, wans: [{ id: port, up: true, inUse: false }] });
  await waitUntil(async () => (await get()).cpuPercent === 43);
  const after = await get();
  expect(after.wans).toEqual([{ id: port, up: true, inUse: false }]);
  expect(after.wansAt).not.toBe(wansAt);
});

test('presents the reported use of the DHCP pools with its time', async () => {
  const pool = { vlanId: 20, addresses: 100, used: 99 };
  void report({ cpu: 31, dhcpPools: [pool] });
  await waitUntil(async () => (await get()).cpuPercent === 31);
  const { dhcpPools, dhcpPoolsAt = '' } = await get();
  expect(dhcpPools).toEqual([pool]);
  expect(Math.abs(Date.parse(dhcpPoolsAt) - world.clock.now())).toBeLessThan(60_000);
  await world.clock.advance(2000);
  void report({ cpu: 33 });
  await waitUntil(async () => (await get()).cpuPercent === 33);
  expect(await get()).toMatchObject({ dhcpPools: [pool], dhcpPoolsAt });
});
