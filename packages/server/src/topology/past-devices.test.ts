import type { StatMessage } from '@northlight/contract/device-protocol';
import { HOUR_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { saveStats } from '../devices/link/stats.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('a renamed device has its earlier name in the past, and is neither removed nor added', async () => {
  await using site = await createSilentSite(world, owner);
  const { behind, params, read } = site;
  const findName = async (at?: string) => (await read(at)).nodes.find(({ id }) => id === behind.id)?.name;
  const earlier = await findName();
  const before = new Date(world.clock.now()).toISOString();
  await world.clock.advance(1_000);
  for (const name of ['Basement', 'Attic'])
    await owner.call('deviceRename', { params: { ...params, deviceId: behind.id }, body: { name } });
  expect([await findName(), await findName(before)]).toEqual(['Attic', earlier]);
  const from = new Date(world.clock.now() - HOUR_MS).toISOString();
  const { items } = await owner.call('topologyChangeList', { params, query: { from } });
  const own = items.filter(({ deviceId }) => deviceId === behind.id).map(({ kind }) => kind);
  expect(own.filter((kind) => kind.startsWith('device-'))).toEqual(['device-added']);
});

test('a device that has not connected yet is offline in the past', async () => {
  await using site = await createSilentSite(world, owner);
  const camera = await site.add('NL-IPC4D');
  const live = (await site.read()).nodes.find(({ id }) => id === camera.id);
  const past = await site.read(new Date(world.clock.now()).toISOString());
  expect(past.nodes.find(({ id }) => id === camera.id)).toEqual(live);
});

test('a device whose report contains no uplink has no uplink from then on', async () => {
  await using site = await createSilentSite(world, owner);
  const { behind, gateway, read } = site;
  const report = async (seq: number, nets: StatMessage['nets']) => {
    const sampledAt = world.clock.now() + seq;
    const message = { session: `${behind.sn} session`, seq, ts: sampledAt, nets };
    await saveStats(world.services.db, [{ deviceId: behind.id, sampledAt, message }]);
    return (await read()).links.find(({ lower }) => lower.nodeId === behind.id)?.evidence;
  };
  const uplink = { uplinkMac: gateway.mac, uplinkPort: 'lan2' };
  expect(await report(1, { ip: '10.0.0.2', ...uplink })).toBe('lldp-one');
  // A report without a network position changes nothing.
  expect(await report(2, undefined)).toBe('lldp-one');
  expect(await report(3, { ip: '10.0.0.2' })).toBe('none');
});
