import { DISPLAYS_MAX } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS } from '@northlight/runtime';
import {
  createProject as createAnyProject,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const createProject = (owner: TestBrowser) => createAnyProject(owner, { country: 'Portugal' });
const createDisplay = (owner: TestBrowser, projects: 'all' | number[] = 'all', expiresInDays = 365) =>
  owner.call('displayCreate', { body: { name: 'Lobby', projects, expiresInDays } });

async function openScreen(token: string): Promise<TestBrowser> {
  const screen = world.browser();
  await screen.call('displayOpen', { body: { token } });
  return screen;
}

test('opens a display by its link, reads its screen, and rejects the link and the session after revocation', async () => {
  const owner = await world.signedUp();
  const { name } = await createProject(owner);
  const { id, token } = await createDisplay(owner);
  const screen = await openScreen(token);
  const shown = await screen.call('displayScreen', {});
  expect(shown.sites.map((site) => site.name)).toEqual([name]);
  expect(shown.display).toMatchObject({ name: 'Lobby' });
  expect((await owner.call('displayList', {})).items).toMatchObject([{ id, name: 'Lobby', projects: 'all' }]);
  const stranger = await world.signedUp();
  expect((await stranger.refused('displayRevoke', { params: { displayId: id } })).status).toBe(404);
  // Operations that end API tokens or other console sessions do not affect the display.
  expect((await owner.refused('apiTokenRevoke', { params: { tokenId: id } })).status).toBe(404);
  await owner.call('accountSessionRevokeOthers', {});
  await screen.call('displayScreen', {});
  await owner.call('displayRevoke', { params: { displayId: id } });
  expect(await screen.refused('displayScreen', {})).toMatchObject({ status: 401, body: { code: 10 } });
  expect(await world.browser().refused('displayOpen', { body: { token } })).toMatchObject({
    status: 401,
    body: { code: 10 },
  });
});

test('sets a separate HttpOnly cookie for the display API and keeps the user session', async () => {
  const owner = await world.signedUp();
  const { token } = await createDisplay(owner);
  const answer = await owner.fetch('/api/v1/display/open', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const [cookie = '', ...more] = answer.headers.getSetCookie();
  expect(more).toEqual([]);
  expect(cookie).toMatch(/^northlight-display=/);
  for (const part of ['Path=/api/v1/display;', 'HttpOnly', 'SameSite=Strict', 'Max-Age='])
    expect(cookie).toContain(part);
  // A user who tried the link in their own browser is still signed in.
  await owner.call('sessionGet', { query: {} });
  expect((await owner.call('dataScreen', {})).display).toBeUndefined();
  expect((await owner.call('displayScreen', {})).display).toBeDefined();
});

test('rejects the token of a display outside the display API, in either cookie and as a bearer token', async () => {
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const { token } = await createDisplay(owner);
  const get = async (path: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(new URL(path, world.server.address), { headers })).status;
  const credentials: Record<string, string>[] = [
    { cookie: `northlight=${token}` },
    { cookie: `northlight-display=${token}` },
    { authorization: `Bearer ${token}` },
  ];
  for (const path of ['/api/v1/session', '/api/v1/projects', `/api/v1/projects/${projectId}`, '/api/v1/live'])
    for (const headers of credentials) expect(await get(path, headers), path).toBe(401);
  expect(await get('/api/v1/display/screen', { cookie: `northlight=${token}` })).toBe(401);
  expect(await get('/api/v1/display/screen', { authorization: `Bearer ${token}` })).toBe(401);
  // A user session or an API token cannot use the display API.
  const { token: program } = await owner.call('apiTokenCreate', {
    body: { name: 'Program', scope: { projects: 'all', write: true }, expiresInDays: 1 },
  });
  expect(await get('/api/v1/display/screen', { authorization: `Bearer ${program}` })).toBe(401);
  expect((await owner.refused('displayScreen', {})).body.code).toBe(9);
  expect((await world.browser().refused('displayOpen', { body: { token: program } })).body.code).toBe(10);
});

test('shows on a display only the projects in its scope that its account can still read', async () => {
  const owner = await world.signedUp();
  const reader = await world.signedUp();
  const [one, two] = [await createProject(owner), await createProject(owner)];
  const share = await owner.call('shareCreate', {
    params: { projectId: two.id },
    body: {
      account: (await reader.call('sessionGet', { query: {} })).account.account,
      right: 'r',
      validity: { kind: 'permanent' },
    },
  });
  expect(
    (
      await reader.refused('displayCreate', {
        body: { name: 'Hall', projects: [one.id], expiresInDays: 9 },
      })
    ).body.code,
  ).toBe(73);
  const few = await openScreen((await createDisplay(owner, [one.id])).token);
  const shared = await openScreen((await createDisplay(reader)).token);
  const names = async (screen: TestBrowser) =>
    (await screen.call('displayScreen', {})).sites.map(({ id }) => id);
  expect(await names(few)).toEqual([one.id]);
  expect(await names(shared)).toEqual([two.id]);
  await owner.call('shareRemove', { params: { projectId: two.id, shareId: share.id } });
  expect(await names(shared)).toEqual([]);
});

test('rejects expired displays, more than 20 displays, and all displays after a password change', async () => {
  const owner = await world.signedUp();
  const short = await openScreen((await createDisplay(owner, 'all', 1)).token);
  const long = await openScreen((await createDisplay(owner, 'all', 30)).token);
  await world.clock.leap(DAY_MS);
  expect((await short.refused('displayScreen', {})).body.code).toBe(10);
  await long.call('displayScreen', {});
  for (let count = 1; count < DISPLAYS_MAX; count++) await createDisplay(owner);
  const tooMany = await owner.refused('displayCreate', {
    body: { name: 'More', projects: 'all', expiresInDays: 1 },
  });
  expect([tooMany.status, tooMany.body.code]).toEqual([400, 400]);
  await owner.call('passwordChange', {
    body: { oldPassword: 'correct horse battery', newPassword: 'another horse battery' },
  });
  expect((await long.refused('displayScreen', {})).status).toBe(401);
  expect((await owner.call('displayList', {})).items).toEqual([]);
});
