import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Cluster, type ClusterAccount, type ServerProcess } from './cluster.ts';

/** Time limit below the 60 s after which copies are checked without a message. */
const SOON_MS = 20_000;

let cluster: Cluster;
let other: ServerProcess;
let owner: ClusterAccount;

beforeAll(async () => {
  cluster = await Cluster.open();
  await cluster.startWithDemo();
  other = await cluster.startWithDemo();
  owner = await cluster.signedUp();
});
afterAll(() => cluster[Symbol.asyncDispose]());

async function connectedDevices(projectId: number): Promise<number> {
  const rows = await cluster.local.context.services.db
    .selectFrom('devices')
    .select('state')
    .where('project_id', '=', projectId)
    .execute();
  return rows.filter(({ state }) => state === 1).length;
}

test('creates a copy at a process without the lease, with devices online while the project exists', async () => {
  const browser = owner.at(other);
  const { id, deviceCount } = await browser.call('demoCopyCreate', { body: { scene: 'mesh' } });
  const params = { projectId: id };
  expect(deviceCount).toBeGreaterThan(1);
  const start = performance.now();
  await pollUntil(async () => (await connectedDevices(id)) === deviceCount, SOON_MS);
  console.log(`the devices of a copy were online after ${(performance.now() - start).toFixed(0)} ms`);
  await browser.call('projectDelete', { params });
  await pollUntil(async () => (await connectedDevices(id)) === 0, SOON_MS);
  await browser.call('projectRestore', { params });
  await pollUntil(async () => (await connectedDevices(id)) === deviceCount, SOON_MS);
});
