import { createRandomId } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeAudit } from '../platform/audit.ts';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp('owner@example.com');
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a project with these audit records. The creation of the project adds a record of its own. */
async function projectWith(records: readonly { actor: string; action: string; object: string }[]) {
  const { id: projectId } = await createProject(owner);
  const { clock, db, entropy } = world.services;
  for (const [index, record] of records.entries()) {
    const at = clock.now() + index;
    await writeAudit(db, {
      ...record,
      id: createRandomId(entropy, at),
      at: new Date(at),
      project_id: projectId,
      actor_id: null,
      network: null,
      before: null,
      after: null,
      result: 'ok',
      request_id: null,
    });
  }
  const list = async (query: object) => owner.call('auditList', { params: { projectId }, query });
  return { list, objects: async (query: object) => (await list(query)).items.map(({ object }) => object) };
}

const record = (object: string, actor = 'ann@example.com', action = 'account.sign-in') => ({
  object,
  actor,
  action,
});

test('filters records by a whole action or its first part, but not by a prefix of that part', async () => {
  const { objects } = await projectWith([
    record('one', 'ann@example.com', 'account.sign-out'),
    record('all', 'ann@example.com', 'account.sign-out-everywhere'),
  ]);
  expect(await objects({ action: 'account.sign-out' })).toEqual(['one']);
  expect(await objects({ action: 'account' })).toEqual(['all', 'one']);
  expect(await objects({ action: 'acc' })).toEqual([]);
});

test('searches actor, action and object of records, and reads wildcards as text', async () => {
  const { objects } = await projectWith([
    record('Lobby'),
    record('50% off'),
    record('Cellar', 'bob@example.com', 'device.rename'),
  ]);
  expect(await objects({ search: 'lobby' })).toEqual(['Lobby']);
  expect(await objects({ search: 'BOB@' })).toEqual(['Cellar']);
  expect(await objects({ search: 'rename' })).toEqual(['Cellar']);
  expect(await objects({ search: '%' })).toEqual(['50% off']);
  expect(await objects({ search: 'lobby', actor: 'bob' })).toEqual([]);
});

test('limits a page of records, and keeps the filter on the next page', async () => {
  const { list } = await projectWith(['1', '2', '3', '4', '5'].map((object) => record(object)));
  const query = { actor: 'ann@', limit: 2 };
  const first = await list(query);
  const second = await list({ ...query, cursor: first.nextCursor });
  const third = await list({ ...query, cursor: second.nextCursor });
  expect([first, second, third].map(({ items }) => items.map(({ object }) => object))).toEqual([
    ['5', '4'],
    ['3', '2'],
    ['1'],
  ]);
  expect(third.nextCursor).toBeUndefined();
});

test('refuses a page of more than 200 audit records', async () => {
  expect((await owner.refused('auditListOwn', { query: { limit: 201 } })).status).toBe(400);
});

test('shows project and actor names, and still contains project number and sign-in name', async () => {
  const { id: projectId, name } = await createProject(owner);
  const { items } = await owner.call('auditList', { params: { projectId }, query: {} });
  expect(items[0]).toMatchObject({
    object: `project ${projectId}`,
    objectName: `project ${name}`,
    actor: 'owner@example.com',
  });
});

test('shows no name that a device or a project has with another owner', async () => {
  const other = await world.signedUp('next@example.com');
  const { id: projectId } = await createProject(owner);
  const [base] = await world.register({ model: 'NL-SW8P' });
  if (!base) throw new Error('No device is registered.');
  const claim = { sn: base.sn, claimCode: base.claimCode };
  const { id: deviceId } = await owner.call('deviceAdd', { params: { projectId }, body: claim });
  await owner.call('deviceRemove', { params: { projectId, deviceId } });
  const { id: elsewhere } = await createProject(other);
  await other.call('deviceAdd', { params: { projectId: elsewhere }, body: { ...claim, name: 'Vault' } });
  const lists = [
    await owner.call('auditList', { params: { projectId }, query: {} }),
    await owner.call('auditListOwn', { query: {} }),
  ];
  for (const { items } of lists) {
    expect(items.map(({ object }) => object).join()).toContain(base.sn);
    expect(JSON.stringify(items)).not.toContain('Vault');
  }
});

test('names the projects and devices of an account in its own records', async () => {
  const { id: projectId } = await createProject(owner, { name: 'Hotel Aurora' });
  const [base] = await world.register({ model: 'NL-SW8P' });
  if (!base) throw new Error('No device is registered.');
  const body = { sn: base.sn, claimCode: base.claimCode, name: 'Cellar' };
  await owner.call('deviceAdd', { params: { projectId }, body });
  const { items } = await owner.call('auditListOwn', { query: {} });
  const names = new Map(items.map(({ object, objectName }) => [object, objectName] as const));
  expect([...names.values()]).toContain('device Cellar');
  expect(names.get(`project ${projectId}`)).toBe('project Hotel Aurora');
});

test('shows no profile name of an account without access to the project', async () => {
  const { id: projectId } = await createProject(owner);
  const { clock, db, entropy } = world.services;
  const stranger = await world.signedUp('former@example.com');
  const { account } = await stranger.call('sessionGet', {});
  await stranger.call('profileUpdate', { body: { nickname: 'New life' } });
  const at = new Date(clock.now());
  await writeAudit(db, {
    id: createRandomId(entropy, clock.now()),
    at,
    project_id: projectId,
    actor: 'former@example.com',
    actor_id: account.id,
    network: null,
    action: 'project.update',
    object: `project ${projectId}`,
    before: null,
    after: null,
    result: 'ok',
    request_id: null,
  });
  const { items } = await owner.call('auditList', { params: { projectId }, query: {} });
  expect(items.map(({ actor }) => actor)).toContain('former@example.com');
  expect(JSON.stringify(items)).not.toContain('New life');
});
