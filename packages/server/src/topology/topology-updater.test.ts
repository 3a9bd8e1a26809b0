import { sql } from 'kysely';
import { HOUR_MS } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import { pollUntil, startTestServer } from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';
import { TopologyUpdater } from './topology-updater.ts';

test('stores nothing twice and loses nothing when a process stops before it deletes the requests', async () => {
  await using world = await startTestServer(inject('databaseUrl'));
  const owner = await world.signedUp();
  await using site = await createSilentSite(world, owner);
  const { behind, gateway, params } = site;
  const { db } = world.services;
  const read = async (at?: number) => {
    const query = { at: at === undefined ? undefined : new Date(at).toISOString() };
    const { links } = await owner.call('topologyGet', { params, query });
    return links.map(({ id, lower, since, upper }) => ({ id, lower, since, upper }));
  };
  const findPort = async () =>
    (await read()).find(({ lower, upper }) => lower.nodeId === behind.id && upper.nodeId === gateway.id)
      ?.upper.port;
  const listChanges = async () => {
    const from = new Date(world.clock.now() - HOUR_MS).toISOString();
    const { items } = await owner.call('topologyChangeList', { params, query: { from } });
    return items.filter(({ deviceId }) => deviceId === behind.id);
  };
  const countRequests = async () => (await db.selectFrom('topology_requests').select('id').execute()).length;

  // The process stops at the deletion of the requests, which is after the transaction of the links.
  await sql`
    create function stop_process() returns trigger language plpgsql as
    $$ begin raise exception 'The process stops.'; end $$`.execute(db);
  await sql`
    create trigger stop_process before delete on topology_requests
    for each statement execute function stop_process()`.execute(db);
  await gateway.report([{ port: 'lan2', mac: behind.mac }]);
  await behind.report([{ port: 'u1', mac: gateway.mac }]);
  await pollUntil(async () => {
    await expect(world.services.topology.processAll()).rejects.toThrow('The process stops.');
    return (await findPort()) === 'lan2';
  });
  const [links, changes, stoppedAt] = [await read(), await listChanges(), world.clock.now()];
  expect(await countRequests()).toBeGreaterThan(0);

  // Evidence that arrives while no process handles it.
  await world.clock.advance(1_000);
  await gateway.report([{ port: 'lan3', mac: behind.mac }]);
  await sql`drop trigger stop_process on topology_requests`.execute(db);
  const restarted = new TopologyUpdater(world.services);
  await pollUntil(async () => {
    await restarted.processAll();
    return (await findPort()) === 'lan3';
  });
  expect(await countRequests()).toBe(0);
  expect(await read(stoppedAt)).toEqual(links);
  const [moved, ...earlier] = await listChanges();
  expect(earlier).toEqual(changes);
  expect(moved).toMatchObject({ kind: 'moved', from: { port: 'lan2' }, to: { port: 'lan3' } });
});

test('infers a large project in a thread, which survives a failed project', async () => {
  await using world = await startTestServer(inject('databaseUrl'), { largeProjectDevices: 0 });
  const owner = await world.signedUp();
  await using site = await createSilentSite(world, owner);
  const { behind, gateway, params } = site;
  const { largeProjects, topology } = world.services;
  const nowhere = { projectId: Number.NaN, now: world.clock.now(), causes: [] };
  await expect(largeProjects.updateTopology(nowhere)).rejects.toThrow('bigint');
  await gateway.report([{ port: 'lan2', mac: behind.mac }]);
  await behind.report([{ port: 'u1', mac: gateway.mac }]);
  await pollUntil(async () => {
    await topology.processAll();
    const { links } = await owner.call('topologyGet', { params });
    return links.some(({ lower, upper }) => lower.nodeId === behind.id && upper.port === 'lan2');
  });
});
