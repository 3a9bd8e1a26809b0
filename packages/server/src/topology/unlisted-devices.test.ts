import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createOpenWifiSite,
  encodeApConnect,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('marks devices whose model is not in the catalogue, also in the past', async () => {
  const site = await createOpenWifiSite(world, owner, 'Unlisted devices');
  await using device = await site.added(encodeApConnect);
  await world.services.topology.processAll();
  const at = new Date(world.clock.now()).toISOString();
  for (const query of [{}, { at }]) {
    const { nodes } = await owner.call('topologyGet', { params: device.params, query });
    expect(nodes).toContainEqual(
      expect.objectContaining({ id: device.id, deviceKind: 'ap', isUnlisted: true }),
    );
  }
});

test('does not mark devices of the catalogue', async () => {
  await using site = await createSilentSite(world, owner);
  const { nodes } = await site.read();
  expect(nodes.some(({ isUnlisted }) => isUnlisted === true)).toBe(false);
});
