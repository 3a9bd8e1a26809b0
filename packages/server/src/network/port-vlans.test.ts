import { getDefaultPort } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createWiredSite, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

it('lists the VLANs of the ports as the applied configuration and the settings of the devices set them', async () => {
  await using site = await createWiredSite(world, owner);
  const { behind, params } = site;
  const list = async () => (await owner.call('networkPortVlanList', { params })).items;
  const findPort = async (portId: string) =>
    (await list()).find(({ deviceId }) => deviceId === behind.id)?.ports.find(({ id }) => id === portId);
  const before = await findPort('p1');
  expect(before).toEqual({ id: 'p1', untagged: [1], tagged: [] });
  const port = getDefaultPort({
    id: 'p1',
    label: 'P1',
    role: 'access',
    type: 'electrical',
    maxSpeedMbps: 1_000,
    poe: false,
  });
  await owner.call('deviceSettingsApply', {
    params,
    body: {
      changes: [{ deviceId: behind.id, baseVersion: 0, settings: { ports: [{ ...port, pvid: 20 }] } }],
    },
  });
  expect(await findPort('p1')).toEqual({ id: 'p1', untagged: [20], tagged: [] });
});

it('names the link aggregation of a port', async () => {
  await using site = await createWiredSite(world, owner);
  const { behind, params } = site;
  const lags = [{ id: 'lag1', mode: 'lacp' as const, ports: ['p1', 'p2'] }];
  await owner.call('deviceSettingsApply', {
    params,
    body: { changes: [{ deviceId: behind.id, baseVersion: 0, settings: { lags } }] },
  });
  const { items } = await owner.call('networkPortVlanList', { params });
  const ports = items.find(({ deviceId }) => deviceId === behind.id)?.ports ?? [];
  expect(ports.flatMap(({ aggregation, id }) => (aggregation === 'lag1' ? [id] : []))).toEqual(['p1', 'p2']);
});

it('is hidden from accounts without access to the project', async () => {
  await using site = await createWiredSite(world, owner);
  const stranger = await world.signedUp();
  await expect(stranger.call('networkPortVlanList', { params: site.params })).rejects.toThrow('answered 404');
});
