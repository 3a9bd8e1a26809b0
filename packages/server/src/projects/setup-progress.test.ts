import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestServer } from '../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test('derives each setup step from the data of the caller’s projects', async () => {
  const owner = await world.signedUp();
  const read = () => owner.call('setupProgressGet', {});
  expect(await read()).toEqual({ done: [] });

  const { id: projectId } = await createProject(owner);
  expect(await read()).toEqual({ done: ['project'], projectId });

  const [base] = await world.register({ model: 'NL-GW5' });
  const body = { sn: base?.sn ?? '', claimCode: base?.claimCode ?? '' };
  const { id: deviceId } = await owner.call('deviceAdd', { params: { projectId }, body });
  expect((await read()).done).toEqual(['project', 'devices']);

  const { db } = world.services;
  await db.updateTable('devices').set({ waiting: false }).where('id', '=', deviceId).execute();
  expect((await read()).done).toEqual(['project', 'devices', 'online']);

  const params = { projectId };
  const { config, version: baseVersion } = await owner.call('networkConfigGet', { params });
  const vlan = { id: 20, name: 'Guests', ip: '192.168.20.1', prefix: 24, ports: [] };
  const changed = { ...config, vlans: [vlan] };
  await owner.call('networkConfigApply', { params, body: { baseVersion, config: changed } });
  expect((await read()).done).toEqual(['project', 'devices', 'online', 'network']);

  // Another account does not see this progress.
  const other = await world.signedUp();
  expect(await other.call('setupProgressGet', {})).toEqual({ done: [] });
});
