import { DEMO_MESH_PROJECT } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { demo } from './index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { demo });
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Advances the simulated time until a condition holds. */
const inTime = <T>(read: () => Promise<T | false | undefined>): Promise<T> =>
  pollUntil(async () => {
    await world.clock.advance(500);
    return read();
  }, 40_000);

test(
  'finds the factory-new nodes of a copy, adds one, and brings it online in the mesh',
  { tags: ['proof'], timeout: 120_000 },
  async () => {
    const { id: projectId } = await owner.call('demoCopyCreate', { body: { scene: 'mesh' } });
    const params = { projectId };
    const devices = async () => (await owner.call('deviceList', { params })).items;
    await inTime(async () => (await devices()).every(({ state }) => state === 1));
    const { id: jobId } = await owner.call('meshNodeSearch', { params });
    const job = () => owner.call('jobGet', { params: { projectId, jobId } });
    // The nodes are listed while the window is open.
    const open = await inTime(async () => {
      const current = await job();
      return current.rows[0]?.result?.nodes?.length === 2 && current;
    });
    expect(open.state).toBe('running');
    const nodes = open.rows[0]?.result?.nodes ?? [];
    for (const { model, signalDbm } of nodes) {
      expect(model).toBe('NL-MESHS');
      expect(signalDbm).toBeGreaterThan(-82);
    }
    const sns = nodes.slice(0, 1).map(({ sn }) => sn);
    const added = await owner.call('meshNodeAdd', { params: { projectId, jobId }, body: { sns } });
    expect(added).toMatchObject({ added: 1, rows: [{ sn: sns[0] }] });
    const deviceId = added.rows[0]?.deviceId ?? '';
    const online = await inTime(async () => {
      const detail = await owner.call('deviceGet', { params: { projectId, deviceId } });
      return detail.state === 1 && detail.backhaul !== undefined && detail;
    });
    expect(online).toMatchObject({
      role: 'mesh-secondary',
      backhaul: { parent: { name: 'Living-room' }, hops: 1 },
    });
    await inTime(async () => (await job()).state === 'done');
    expect((await job()).rows[0]?.result?.nodes?.map(({ sn }) => sn)).toEqual([nodes[1]?.sn]);
    expect(await devices()).toHaveLength(7);
  },
);

test('refuses a search in the public demo with code 914', async () => {
  const { body } = await owner.refused('meshNodeSearch', { params: { projectId: DEMO_MESH_PROJECT } });
  expect(body.code).toBe(914);
});
