import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readVlanPathMarkers, readVlanPaths } from '../../network/index.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';
import { breakPath, OFFICE, repairPath, VLAN_PATH_SCENARIOS } from '../testing/vlan-path-scenarios.ts';
import { testScenarios } from '../testing/scenario-test.ts';
import { watchVlanPaths } from './watch-vlan-paths.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

testScenarios(VLAN_PATH_SCENARIOS, () => ({ world, owner }));

async function listTexts({ projectId }: AlarmSite): Promise<string[]> {
  const { items } = await owner.call('alarmList', { params: { projectId }, query: {} });
  return items.map(({ event }) => event);
}

test('names the VLANs, the port and the devices of the clients, and updates the text', async () => {
  const site = await AlarmSite.make(world, owner, OFFICE);
  await breakPath(site, 'p1');
  expect(await listTexts(site)).toEqual([
    'core: port P1 does not carry VLAN 20. Clients at sw get no address.',
  ]);
  await site.setPorts('core', { p1: { mode: 'access', pvid: 1, tagged: [] }, p2: { mode: 'trunk' } });
  await site.confirmConfigs();
  await site.wait(3 * MINUTE_MS);
  expect((await listTexts(site)).sort()).toEqual([
    'core: port P1 does not carry VLANs 20, 30. Clients at sw get no address.',
    'core: port P2 does not carry VLAN 20. Clients at ap get no address.',
  ]);
  await site.remove();
});

test('raises no alarm while the rule is disabled, and raises it when the rule is enabled again', async () => {
  const site = await AlarmSite.make(world, owner, OFFICE);
  const params = { projectId: site.projectId };
  const setRule = async (enabled: boolean) => {
    const { version } = await owner.call('alarmRulesGet', { params });
    const rules = [{ kind: 'vlan-path-broken' as const, enabled, notify: true }];
    await owner.call('alarmRulesChange', { params, body: { baseVersion: version, rules } });
    await site.wait(3 * MINUTE_MS);
  };
  await setRule(false);
  await breakPath(site, 'p1');
  expect(await site.shown()).toEqual([]);
  await setRule(true);
  expect(await site.shown()).toEqual(['vlan-path-broken core p1']);
  await setRule(false);
  expect(await site.shown()).toEqual(['vlan-path-broken core p1 over']);
  await site.remove();
});

test('checks a project again only after a change, also in another process', async () => {
  const site = await AlarmSite.make(world, owner, OFFICE);
  await breakPath(site, 'p1');
  const { clock, db, entropy, log, topology } = world.services;
  const check = async (): Promise<number[]> => {
    const read: number[] = [];
    await watchVlanPaths({
      clock,
      db,
      entropy,
      log,
      updateLinks: (id) => topology.processProject(id),
      vlanPaths: {
        readMarkers: () => readVlanPathMarkers(db),
        read: (id) => {
          read.push(id);
          return readVlanPaths(db, id);
        },
      },
    });
    return read;
  };
  await check();
  expect(await check()).toEqual([]);
  expect(await site.shown()).toEqual(['vlan-path-broken core p1']);
  await repairPath(site);
  await check();
  expect(await check()).toEqual([]);
  expect(await site.shown()).toEqual(['vlan-path-broken core p1 over']);
  await site.remove();
});
