import { isPassword } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDesiredConfig } from '../devices/index.ts';
import {
  type PlayedDevice,
  playSite,
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

async function desiredState({ id }: PlayedDevice) {
  const { db, envelope } = world.services;
  const { desired_config: config, desired_rev: rev } = await db
    .selectFrom('devices')
    .select(['desired_config', 'desired_rev'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    rev,
    password: config === null ? undefined : openDesiredConfig(envelope, id, config).localPassword,
  };
}

test('pushes a changed device password in a job and reuses its verifier for later changes', async () => {
  await using site = await playSite(world, owner, 'NL-GW5', 'NL-AP6C');
  const [gateway, accessPoint] = site.devices as [PlayedDevice, PlayedDevice];
  const change = (devicePassword: string) =>
    owner.call('projectChange', { params: site.params, body: { devicePassword } });
  await change('N0rthlight!1');
  const { items } = await owner.call('jobList', { params: site.params });
  const job = items.find(({ title }) => title === 'Change the device password');
  expect(job?.rows.map(({ deviceId }) => deviceId).sort()).toEqual([gateway.id, accessPoint.id].sort());
  const first = await desiredState(gateway);
  expect(await desiredState(accessPoint)).toEqual(first);
  expect(first.password && (await isPassword('N0rthlight!1', first.password))).toBe(true);
  // A later configuration contains the same verifier, so the password does not change again.
  const body = { baseVersion: 0, config: { vlans: [], dhcpPools: [] } };
  await owner.call('networkConfigApply', { params: site.params, body });
  expect((await desiredState(gateway)).password).toEqual(first.password);
  await change('N0rthlight!2');
  const second = await desiredState(gateway);
  expect(second.password && (await isPassword('N0rthlight!2', second.password))).toBe(true);
  expect(second.rev).toBeGreaterThan(first.rev);
});

test('creates a missing verifier at its first use, when a tunnel is opened', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices as [PlayedDevice];
  await world.server.context.services.db
    .updateTable('projects')
    .set({ device_verifier: null })
    .where('id', '=', site.projectId)
    .execute();
  expect((await desiredState(device)).password).toBeUndefined();
  await device.on();
  await owner.call('tunnelOpen', { params: { ...site.params, deviceId: device.id } });
  const { password } = await desiredState(device);
  expect(password && (await isPassword('Str0ng!Device', password))).toBe(true);
});
