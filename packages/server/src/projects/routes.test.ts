import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('creates a project, lists it with its counts and opens it', async () => {
  const project = await createProject(owner, { name: 'Hotel Lisboa', country: 'Portugal' });
  expect(project).toMatchObject({
    right: 'rw',
    property: 'own',
    deviceCount: 0,
    onlineUsers: 0,
    unreadAlarms: 0,
    openAlarms: 0,
    typeFlag: 0,
  });
  const { items } = await owner.call('projectList', { query: { search: 'lisb' } });
  expect(items.map((item) => item.id)).toEqual([project.id]);
  expect(await owner.call('projectGet', { params: { projectId: project.id } })).toEqual(project);
});

test('rejects a second project with the same name in normal form', async () => {
  await createProject(owner, { name: 'Café Ljós' });
  const again = await owner.refused('projectCreate', {
    body: {
      name: 'CAFE\u0301 LJÓS',
      scenario: 'other',
      netMode: 1,
      timeZone: 'UTC',
      devicePassword: 'Str0ng!Device',
    },
  });
  expect(again).toMatchObject({ status: 422, body: { code: 67, fields: { name: expect.any(String) } } });
});

test('hides a project from other accounts and answers as for a missing one', async () => {
  const project = await createProject(owner);
  const other = await world.signedUp();
  expect((await other.call('projectList', {})).items).toEqual([]);
  const foreign = await other.refused('projectGet', { params: { projectId: project.id } });
  const missing = await other.refused('projectGet', { params: { projectId: 4242 } });
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  expect((await world.browser().refused('projectGet', { params: { projectId: project.id } })).body.code).toBe(
    9,
  );
});

test('rejects a project of a visitor with code 914', async () => {
  const visitor = world.browser();
  await visitor.call('demoSignIn', {});
  const body = {
    name: 'Mine',
    scenario: 'other',
    netMode: 0,
    timeZone: 'UTC',
    devicePassword: 'Str0ng!Device',
  } as const;
  expect(await visitor.refused('projectCreate', { body })).toMatchObject({
    status: 403,
    body: { code: 914, message: 'This operation is not available in demo projects.' },
  });
});

test('rejects hostile names and passwords on their field', async () => {
  const refuse = async (values: object) => {
    const body = {
      name: 'Fine',
      scenario: 'hotel',
      netMode: 0,
      timeZone: 'UTC',
      devicePassword: 'Str0ng!Device',
      ...values,
    };
    return (await owner.refused('projectCreate', { body: body as never })).body;
  };
  expect((await refuse({ name: ' leading' })).fields).toHaveProperty('name');
  expect((await refuse({ name: 'smile 😀' })).fields).toHaveProperty('name');
  expect((await refuse({ name: 'x'.repeat(33) })).fields).toHaveProperty('name');
  expect((await refuse({ name: ['a'] })).fields).toHaveProperty('name');
  expect((await refuse({ timeZone: 'Mars/Base' })).fields).toHaveProperty('timeZone');
  expect((await refuse({ devicePassword: 'alllowercase' })).fields).toHaveProperty('devicePassword');
  expect(await refuse({ name: 1, netMode: 7 })).toMatchObject({
    code: 400,
    fields: { name: expect.any(String), netMode: expect.any(String) },
  });
});

test('stores the device password encrypted', async () => {
  const project = await createProject(owner, { devicePassword: 'M4rker#Secret' });
  const row = await world.services.db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('M4rker');
  expect(row.device_password.toString('latin1')).not.toContain('M4rker');
});
