import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const ROUNDS = 5;

async function projectWith(model: string, count: number) {
  const { id: projectId } = await createProject(owner);
  const bases = await world.register(...Array.from({ length: count }, () => ({ model })));
  const ids: string[] = [];
  for (const { sn, claimCode } of bases)
    ids.push((await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } })).id);
  return { projectId, ids };
}

test('applies a configuration and restarts the same devices concurrently without a deadlock', async () => {
  const { projectId, ids } = await projectWith('NL-SW8P', 14);
  const params = { projectId };
  for (let round = 0; round < ROUNDS; round++) {
    await world.services.db.updateTable('job_rows').set({ state: 'done' }).execute();
    await world.services.db.updateTable('devices').set({ state: 1 }).execute();
    const vlan = { id: 30 + round, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
    await Promise.all([
      owner.call('networkConfigApply', {
        params,
        body: { baseVersion: round, config: { vlans: [vlan], dhcpPools: [] } },
      }),
      owner.call('deviceRestart', { params, body: { deviceIds: ids } }),
    ]);
  }
});

test('removes a device while it reports clients without a deadlock', async () => {
  const clients = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      mac: `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`,
    }));
  const { projectId, ids } = await projectWith('NL-AP6C', ROUNDS);
  const { store } = world.services.plane;
  for (const deviceId of ids) {
    const report = { deviceId, full: true, left: [], receivedAt: world.clock.now() };
    await store.saveClients({ ...report, present: clients(100) });
    await Promise.all([
      store.saveClients({ ...report, present: clients(250) }),
      owner.call('deviceRemove', { params: { projectId, deviceId } }),
    ]);
    expect((await owner.call('clientList', { params: { projectId }, query: {} })).total).toBe(0);
  }
});

test('keeps database connections free while client reports are slow', async () => {
  const { projectId, ids } = await projectWith('NL-AP6C', 20);
  const { db, plane } = world.services;
  const [deviceId = ''] = ids;
  const slow = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table online_clients in access exclusive mode`.execute(tx);
    locked.resolve();
    await slow.promise;
  });
  await locked.promise;
  const saving = ids.map((id, index) =>
    plane.store.saveClients({
      deviceId: id,
      full: false,
      present: [{ mac: `02:00:00:00:01:${String(index).padStart(2, '0')}` }],
      left: [],
      receivedAt: world.clock.now(),
    }),
  );
  for (let count = 0; count < 5; count++)
    expect((await owner.call('deviceGet', { params: { projectId, deviceId } })).id).toBe(deviceId);
  slow.resolve();
  await Promise.all([holding, ...saving]);
  expect((await owner.call('clientList', { params: { projectId }, query: {} })).total).toBe(ids.length);
});
