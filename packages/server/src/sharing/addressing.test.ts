import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '@northlight/runtime';
import { AfterCommit } from '../platform/work.ts';
import {
  acceptTransfer,
  listChanges,
  createProject,
  pollUntil,
  openStream,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { findHolders } from './index.ts';

let world: TestServer;
let owner: TestBrowser;
let receiver: TestBrowser;
let stranger: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp('owner@example.com');
  receiver = await world.signedUp('receiver@example.com');
  stranger = await world.signedUp('stranger@example.com');
});
afterAll(() => world[Symbol.asyncDispose]());

const share = (projectId: number, hours: number) =>
  owner.call('shareCreate', {
    params: { projectId },
    body: { account: 'receiver@example.com', right: 'rw', validity: { kind: 'hours', hours } },
  });
const readAccountId = async (browser: TestBrowser): Promise<string> =>
  (await browser.call('sessionGet', { query: {} })).account?.id ?? '';

test('announces a project and its shares only to accounts with access', async () => {
  const [mine, theirs] = [await createProject(owner), await createProject(stranger)];
  const [atOwner, atReceiver, atStranger] = [
    await openStream(owner),
    await openStream(receiver),
    await openStream(stranger, `?projectId=${theirs.id}`),
  ];
  await share(mine.id, 1);
  const [base] = await world.register({ model: 'NL-AP6C' });
  const params = { projectId: mine.id };
  const added = { sn: base?.sn ?? '', claimCode: base?.claimCode ?? '' };
  const { id: deviceId } = await owner.call('deviceAdd', { params, body: added });
  await owner.call('projectChange', { params, body: { name: 'Renamed' } });
  await owner.call('deviceRemove', { params: { ...params, deviceId } });
  const offer = await owner.call('transferCreate', { params, body: { account: 'receiver@example.com' } });
  await acceptTransfer(receiver, offer.id);
  await world.clock.advance(1_000);
  for (const stream of [atOwner, atReceiver]) {
    const hasChange = (resource: string) =>
      listChanges(stream).some((change) => change.resource === resource);
    await pollUntil(() => hasChange('projects') && hasChange('sharing'));
  }
  // Sends the stranger a change last, to ensure that all earlier changes have been delivered.
  const last = new AfterCommit();
  last.liveTo([await readAccountId(stranger)], 'templates');
  last.publish(world.services.bus);
  await pollUntil(() => listChanges(atStranger).length > 0);
  expect(listChanges(atStranger).map(({ resource }) => resource)).toEqual(['templates']);
  for (const stream of [atOwner, atReceiver, atStranger]) await stream.close();
});

test('returns the owner and accounts with a current share as holders', async () => {
  const { id } = await createProject(owner);
  const [ownerId, receiverId] = [await readAccountId(owner), await readAccountId(receiver)];
  const holders = async () => [...(await findHolders(world.services.db, id, new Date(world.clock.now())))];
  expect(await holders()).toEqual([ownerId]);
  const first = await share(id, 1);
  expect(await holders()).toEqual([ownerId, receiverId]);
  await owner.call('shareRemove', { params: { projectId: id, shareId: first.id } });
  expect(await holders()).toEqual([ownerId]);
  await share(id, 1);
  await world.clock.advance(HOUR_MS - 1);
  expect(await holders()).toEqual([ownerId, receiverId]);
  await world.clock.advance(1);
  expect(await holders()).toEqual([ownerId]);
});
