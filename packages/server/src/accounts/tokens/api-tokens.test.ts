import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS } from '@northlight/runtime';
import {
  createProject,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

type Scope = { projects: 'all' | number[]; write: boolean };

async function createToken(
  owner: TestBrowser,
  scope: Scope,
  expiresInDays = 30,
): Promise<{ id: string; token: string }> {
  return owner.call('apiTokenCreate', { body: { name: 'Monitor', scope, expiresInDays } });
}

async function ask(token: string, path: string, method = 'GET', body?: object): Promise<[number, number]> {
  const answer = await fetch(new URL(path, world.server.address), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code = 0 } = (await answer.json()) as { code?: number };
  return [answer.status, code];
}

test('shows an API token once, stores only its hash, and rejects it after revocation', async () => {
  const owner = await world.signedUp();
  const { id, token } = await createToken(owner, { projects: 'all', write: true });
  expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
  const { items } = await owner.call('apiTokenList', {});
  expect(items).toMatchObject([{ id, name: 'Monitor', scope: { projects: 'all', write: true } }]);
  expect(JSON.stringify(items)).not.toContain(token);
  const stored = await world.services.db.selectFrom('sessions').selectAll().where('id', '=', id).execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(await ask(token, '/api/v1/projects')).toEqual([200, 0]);
  // An API token works neither as a cookie nor for console operations.
  const cookie = { headers: { cookie: `northlight=${token}` } };
  expect((await fetch(`${world.server.address}/api/v1/session`, cookie)).status).toBe(401);
  expect((await ask(token, '/api/v1/account/sessions'))[0]).toBe(404);
  const foreign = await world.signedUp();
  expect((await foreign.refused('apiTokenRevoke', { params: { tokenId: id } })).status).toBe(404);
  await owner.call('apiTokenRevoke', { params: { tokenId: id } });
  expect(await ask(token, '/api/v1/projects')).toEqual([401, 10]);
});

test('restricts an API token to its scope', async () => {
  const owner = await world.signedUp();
  const [one, two] = [await createProject(owner), await createProject(owner)];
  const read = await createToken(owner, { projects: [one.id], write: false });
  expect((await ask(read.token, `/api/v1/projects/${one.id}`))[0]).toBe(200);
  expect(await ask(read.token, `/api/v1/projects/${two.id}`)).toEqual(
    await ask(read.token, '/api/v1/projects/987654321'),
  );
  expect((await ask(read.token, `/api/v1/projects/${one.id}`, 'PATCH', { name: 'Other' }))[1]).toBe(173);
  const stranger = await world.signedUp();
  const body = { name: 'Spy', scope: { projects: [one.id], write: true }, expiresInDays: 1 };
  expect((await stranger.refused('apiTokenCreate', { body })).body.code).toBe(73);
});

test('ends an API token when it expires and when the password changes', async () => {
  const owner = await world.signedUp();
  const short = await createToken(owner, { projects: 'all', write: true }, 1);
  await world.clock.leap(DAY_MS + 1);
  expect((await ask(short.token, '/api/v1/projects'))[1]).toBe(10);
  await owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
  const long = await createToken(owner, { projects: 'all', write: true });
  const passwords = { oldPassword: TEST_PASSWORD, newPassword: 'another good one' };
  await owner.call('passwordChange', { body: passwords });
  expect((await ask(long.token, '/api/v1/projects'))[1]).toBe(70);
});

test('limits an account to twenty tokens, also under fifty parallel requests', async () => {
  const owner = await world.signedUp();
  const request = {
    body: { name: 'Many', scope: { projects: 'all', write: false }, expiresInDays: 365 },
  } as const;
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, () => owner.call('apiTokenCreate', request)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect((await owner.call('apiTokenList', {})).items).toHaveLength(20);
  const year = { ...request.body, expiresInDays: 366 };
  expect((await owner.refused('apiTokenCreate', { body: year })).body.fields).toHaveProperty('expiresInDays');
});

test('answers status 429 with code 2010 and Retry-After after 600 requests a minute', async () => {
  const owner = await world.signedUp();
  const { token } = await createToken(owner, { projects: 'all', write: false });
  const headers = { authorization: `Bearer ${token}` };
  const get = () => fetch(`${world.server.address}/api/v1/account/profile`, { headers });
  const answers: Response[] = [];
  for (let batch = 0; batch < 13; batch++)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, get))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(50);
  for (const answer of refused.slice(0, 1)) {
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(((await answer.json()) as { code: number }).code).toBe(2010);
  }
  await world.clock.advance(1_000);
  expect((await get()).status).toBe(200);
  await owner.call('profileGet', {});
});
