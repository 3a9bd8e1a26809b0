import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { AlarmSite } from '../../alarms/testing/alarm-site.ts';
import { breakPath, OFFICE, repairPath } from '../../alarms/testing/vlan-path-scenarios.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';

const MAC = 'a4:83:e7:00:00:31';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const checkClient = (projectId: number, mac = MAC) =>
  owner.call('clientConnectionCheck', { params: { projectId, mac } });

test('finds a wrong VLAN on a port of the path, and an exhausted pool, of a client without an address', async () => {
  const site = await AlarmSite.make(world, owner, OFFICE);
  const { projectId } = site;
  await breakPath(site, 'p1');
  await site.reportClients('sw', [{ mac: MAC, vlan: 20, port: 'p3' }]);
  await site.settle();
  const broken = await checkClient(projectId);
  expect(broken).toMatchObject({
    link: { state: 'ok', finding: 'connected', device: { name: 'sw' }, port: { id: 'p3', label: 'P3' } },
    vlan: { state: 'ok', id: 20, name: 'VLAN 20' },
    path: {
      state: 'failed',
      finding: 'vlan-missing',
      devices: [{ name: 'sw' }, { name: 'core' }, { name: 'gw' }],
      gap: { device: { name: 'core' }, port: { label: 'P1' }, vlanId: 20 },
    },
    address: { state: 'failed', finding: 'none', pool: { name: 'pool20' } },
    gateway: { state: 'ok', device: { name: 'gw' } },
    internet: { state: 'unknown', finding: 'not-reported' },
  });
  await repairPath(site);
  await site.reportPool('gw', 20, 90, 90);
  await site.settle();
  const full = await checkClient(projectId);
  expect(full.path).toMatchObject({ state: 'ok', finding: 'complete' });
  expect(full.address).toEqual({
    state: 'failed',
    finding: 'pool-full',
    pool: { name: 'pool20', addresses: 90, used: 90 },
  });
  await site.remove();
});

test('refuses a MAC that is no client of the project', async () => {
  const site = await AlarmSite.make(world, owner, { gw: { model: 'NL-GW5' } });
  await expect(checkClient(site.projectId, 'a4:83:e7:00:00:99')).rejects.toThrow(/no client with this MAC/);
  await site.remove();
});
