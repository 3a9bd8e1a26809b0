import { deviceConfig } from '@northlight/contract/device-protocol';
import { isPassword } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type PlayedDevice,
  playedSite,
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

async function desired({ id }: PlayedDevice) {
  const { desired_config: config, desired_rev: rev } = await world.server.context.services.db
    .selectFrom('devices')
    .select(['desired_config', 'desired_rev'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { rev, password: config === null ? undefined : deviceConfig.parse(config).localPassword };
}

test('a change of the device password is a job for every device with a page, and its verifier stands still', async () => {
  await using site = await playedSite(world, owner, 'NL-GW5', 'NL-AP6C');
  const [gateway, accessPoint] = site.devices as [PlayedDevice, PlayedDevice];
  const change = (devicePassword: string) =>
    owner.call('projectChange', { params: site.params, body: { devicePassword } });
  await change('N0rthlight!1');
  const { items } = await owner.call('jobList', { params: site.params });
  const job = items.find(({ title }) => title === 'Change the device password');
  expect(job?.rows.map(({ deviceId }) => deviceId).sort()).toEqual([gateway.id, accessPoint.id].sort());
  const first = await desired(gateway);
  expect(await desired(accessPoint)).toEqual(first);
  expect(first.password && (await isPassword('N0rthlight!1', first.password))).toBe(true);
  // Another setting takes the same verifier along: nothing else of the configuration changes.
  const body = { baseVersion: 0, config: { vlans: [], dhcpPools: [] } };
  await owner.call('networkConfigApply', { params: site.params, body });
  expect((await desired(gateway)).password).toEqual(first.password);
  await change('N0rthlight!2');
  const second = await desired(gateway);
  expect(second.password && (await isPassword('N0rthlight!2', second.password))).toBe(true);
  expect(second.rev).toBeGreaterThan(first.rev);
});

test('a project that is older than its verifier gets one when it is first asked for, and the page of a new device its password', async () => {
  await using site = await playedSite(world, owner, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await world.server.context.services.db
    .updateTable('projects')
    .set({ device_verifier: null })
    .where('id', '=', site.projectId)
    .execute();
  expect((await desired(device)).password).toBeUndefined();
  await device.on();
  await owner.call('tunnelOpen', { params: { ...site.params, deviceId: device.id } });
  const { password } = await desired(device);
  expect(password && (await isPassword('Str0ng!Device', password))).toBe(true);
});
