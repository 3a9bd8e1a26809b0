import type { NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type PlayedDevice,
  playSite,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number, name = `VLAN ${id}`) => ({ id, name, ip: `10.0.${id}.1`, prefix: 24, ports: [] });

/** A gateway with a backup of two VLANs and its LAN, and another configuration now. */
async function playBackup() {
  const site = await playSite(world, owner, 'NL-GW5');
  const { params } = site;
  const [gateway] = site.devices as [PlayedDevice];
  await gateway.on();
  const apply = async (config: NetworkConfig) => {
    const { version } = await owner.call('networkConfigGet', { params });
    await owner.call('networkConfigApply', { params, body: { baseVersion: version, config } });
    await gateway.reportConfig(await gateway.push());
  };
  const lan = { ip: '192.168.10.1', prefix: 24 };
  await apply({ vlans: [vlan(20), vlan(30)], dhcpPools: [], lan });
  const { items } = await owner.call('backupTake', {
    params,
    body: { deviceIds: [gateway.id], kind: 'general' },
  });
  const one = { params: { ...params, backupId: items[0]?.id ?? '' } };
  await apply({ vlans: [vlan(20), vlan(40)], dhcpPools: [] });
  return {
    ...site,
    gateway,
    apply,
    restore: () => owner.call('backupRestore', { ...one, body: { parts: ['vlans'] } }),
    read: async () => (await owner.call('backupReportGet', one)).report,
  };
}

test('reports a restoration item by item, and what the device confirms', async () => {
  await using site = await playBackup();
  const { apply, gateway, read, restore } = site;
  expect(await read()).toBeUndefined();
  await restore();
  const waiting = await read();
  expect(waiting?.verification).toMatchObject({ state: 'waiting', verified: 0 });
  expect(waiting?.items.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
    ['LAN', 'skipped', 'The part was not chosen.'],
    ['VLAN 20', 'kept', 'The device had it already.'],
    ['VLAN 30', 'restored', undefined],
    ['VLAN 40', 'removed', 'The backup does not contain it.'],
  ]);
  const push = await gateway.push();
  const at = push.config.vlans.findIndex(({ id }) => id === 30);
  await gateway.reportConfig(push, {
    status: 'partial',
    issues: [{ path: `vlans.${at}.ports`, reason: 'No such port.', substitution: 'It is left out.' }],
  });
  const reported = await pollUntil(async () => {
    const report = await read();
    return report?.verification.state === 'partial' ? report : undefined;
  });
  const { settings, unverified, verified } = reported.verification;
  expect([settings - verified, unverified]).toEqual([
    1,
    [
      {
        path: `vlans.${at}.ports`,
        setting: 'VLAN 30, ports',
        reason: 'No such port. It is left out.',
      },
    ],
  ]);
  expect(settings).toBeGreaterThan(8);
  expect(reported.items.find(({ name }) => name === 'VLAN 30')).toMatchObject({
    outcome: 'adapted',
    reason: 'No such port. It is left out.',
  });
  // The result is kept when the device gets another configuration.
  await world.services.automaticBackups.processAll();
  await apply({ vlans: [vlan(50)], dhcpPools: [] });
  expect(await read()).toEqual(reported);
});

test('confirms all settings, and replaces the report by that of the next restoration', async () => {
  await using site = await playBackup();
  const { apply, gateway, read, restore } = site;
  await restore();
  await gateway.reportConfig(await gateway.push());
  const settled = () =>
    pollUntil(async () => {
      const report = await read();
      return report?.verification.state === 'waiting' ? undefined : report;
    });
  const { verification } = (await settled()) ?? {};
  expect(verification).toMatchObject({ state: 'verified', unverified: [] });
  expect(verification?.verified).toBe(verification?.settings);
  await world.services.automaticBackups.processAll();
  await apply({ vlans: [vlan(60)], dhcpPools: [] });
  await restore();
  expect((await read())?.verification.state).toBe('waiting');
  await gateway.reportConfig(await gateway.push(), { status: 'rejected', issues: [] });
  expect((await settled())?.verification).toMatchObject({
    state: 'failed',
    note: 'The device has refused the configuration.',
  });
});

test('states that a later configuration was sent before the device had reported', async () => {
  await using site = await playBackup();
  await site.restore();
  await site.apply({ vlans: [vlan(70)], dhcpPools: [] });
  expect((await site.read())?.verification).toMatchObject({ state: 'superseded', settings: 0 });
});
