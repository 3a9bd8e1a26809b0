import { LIVE_PATH } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
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

const NEXT_PASSWORD = 'another good one';

async function signedIn(account: string, remember = false): Promise<TestBrowser> {
  const browser = world.browser();
  const answer = await browser.call('signIn', { body: { account, password: TEST_PASSWORD, remember } });
  expect(answer.step).toBe('signed-in');
  return browser;
}

/** Returns the error code of the session, or 0 while it is valid. */
async function readSessionCode(browser: TestBrowser): Promise<number> {
  const answer = await browser.fetch('/api/v1/session');
  return answer.ok ? 0 : ((await answer.json()) as { code: number }).code;
}

test('lists sessions with location and time, and ends one session or all others', async () => {
  const account = 'many@example.com';
  const first = await world.signedUp(account);
  const [second, third] = [await signedIn(account), await signedIn(account, true)];
  const { items } = await first.call('accountSessionList', {});
  expect(items).toHaveLength(3);
  expect(items.filter(({ current }) => current)).toHaveLength(1);
  expect(items[0]).toMatchObject({ kind: 'console', network: '127.0.0.1', userAgent: 'node' });
  expect(JSON.stringify(items)).not.toContain('token');
  const foreign = await world.signedUp();
  const sessionId = items.find(({ current }) => !current)?.id ?? '';
  expect((await foreign.refused('accountSessionRevoke', { params: { sessionId } })).status).toBe(404);
  await first.call('accountSessionRevoke', { params: { sessionId } });
  expect((await readSessionCode(second)) + (await readSessionCode(third))).toBe(10);
  expect(await first.call('accountSessionRevokeOthers', {})).toEqual({ ended: 1 });
  expect([await readSessionCode(first), await readSessionCode(second), await readSessionCode(third)]).toEqual(
    [0, 10, 10],
  );
});

test('ends the browser’s earlier session at sign-in, so that a planted token gains no rights', async () => {
  const account = 'rotate@example.com';
  const browser = await world.signedUp(account);
  const before = browser.cookieHeader;
  await browser.call('signIn', { body: { account, password: TEST_PASSWORD } });
  const old = await fetch(`${world.server.address}/api/v1/session`, { headers: { cookie: before } });
  expect(old.status).toBe(401);
  expect(await readSessionCode(browser)).toBe(0);
});

test('ends other sessions with code 70 and their streams within 2 s after a password change, and replaces the token of the own session', async () => {
  const account = 'change@example.com';
  const browser = await world.signedUp(account);
  const other = await signedIn(account);
  const stream = (await other.fetch(LIVE_PATH)).text();
  const before = browser.cookieHeader;
  const change = (oldPassword: string, newPassword: string) => ({ body: { oldPassword, newPassword } });
  expect(
    (await browser.refused('passwordChange', change('not mine at all', NEXT_PASSWORD))).body,
  ).toMatchObject({
    code: 100,
    fields: { oldPassword: expect.any(String) },
  });
  expect(
    (await browser.refused('passwordChange', change(TEST_PASSWORD, 'password123'))).body.fields,
  ).toHaveProperty('newPassword');
  await browser.call('passwordChange', change(TEST_PASSWORD, NEXT_PASSWORD));
  expect(browser.cookieHeader).not.toBe(before);
  expect([await readSessionCode(browser), await readSessionCode(other)]).toEqual([0, 70]);
  // The new CSRF token is valid immediately.
  await browser.call('profileUpdate', { body: { nickname: 'Renamed' } });
  const stale = await fetch(`${world.server.address}/api/v1/session`, { headers: { cookie: before } });
  expect(stale.status).toBe(401);
  await world.clock.advance(2_000);
  expect(await stream).toContain('event: ended');
});

test('blocks password changes for 30 min after ten wrong passwords', async () => {
  const browser = await world.signedUp();
  const wrong = { body: { oldPassword: 'not the password', newPassword: NEXT_PASSWORD } };
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => browser.refused('passwordChange', wrong)),
  );
  const codes = answers.map(({ body }) => body.code);
  expect([codes.filter((code) => code === 100).length, codes.filter((code) => code === 80).length]).toEqual([
    10, 4,
  ]);
  await world.clock.leap(30 * MINUTE_MS);
  await browser.call('passwordChange', { body: { oldPassword: TEST_PASSWORD, newPassword: NEXT_PASSWORD } });
});

test('ends a session after 2 days, or after 30 days if remembered', async () => {
  const account = 'days@example.com';
  const plain = await world.signedUp(account);
  const remembered = await signedIn(account, true);
  await world.clock.leap(2 * DAY_MS + 1);
  expect([await readSessionCode(plain), await readSessionCode(remembered)]).toEqual([10, 0]);
  const { items } = await remembered.call('accountSessionList', {});
  const expiresAt = items.map((item) => item.expiresAt);
  expect(expiresAt).toEqual([new Date(world.clock.now() + 28 * DAY_MS - 1).toISOString()]);
});

test('updates the last use of a session at most once a minute', async () => {
  const browser = await world.signedUp();
  const seen = async () => (await browser.call('accountSessionList', {})).items[0]?.lastSeenAt;
  const first = await seen();
  await world.clock.advance(MINUTE_MS / 2);
  expect(await seen()).toBe(first);
  await world.clock.advance(MINUTE_MS);
  expect(await seen()).toBe(new Date(world.clock.now()).toISOString());
});

test('ignores tokens in the URL and X-Forwarded headers of unknown proxies', async () => {
  const account = 'address@example.com';
  const browser = await world.signedUp(account);
  const token = browser.cookieHeader.split('=')[1] ?? '';
  for (const query of [`token=${token}`, `access_token=${token}`, `northlight=${token}`]) {
    const answer = await fetch(`${world.server.address}/api/v1/session?${query}`);
    expect(((await answer.json()) as { code: number }).code).toBe(9);
  }
  const forwarded = {
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  const stranger = world.browser();
  const answer = await stranger.fetch('/api/v1/session', {
    method: 'POST',
    headers: { ...forwarded, 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: TEST_PASSWORD }),
  });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^northlight=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const { items } = await stranger.call('accountSessionList', {});
  expect(items.map(({ network }) => network)).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('rejects forged, truncated and foreign tokens as ended', async () => {
  const browser = await world.signedUp();
  const token = /northlight=(\w+)/.exec(browser.cookieHeader)?.[1] ?? '';
  const forged = [
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    'x'.repeat(43),
    "' or 1=1 --",
    '%00',
    '__proto__',
  ];
  for (const value of forged) {
    const answer = await fetch(`${world.server.address}/api/v1/session`, {
      headers: { cookie: `northlight=${value}` },
    });
    expect(((await answer.json()) as { code: number }).code, value).toBe(10);
  }
  const bearer = await fetch(`${world.server.address}/api/v1/session`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(((await bearer.json()) as { code: number }).code).toBe(10);
});

test('ends the older session with code 69 when one session per account is configured', async () => {
  await using single = await startTestServer(inject('databaseUrl'), {
    env: { NORTHLIGHT_ONE_SESSION: 'on' },
  });
  const account = 'single@example.com';
  const first = await single.signedUp(account);
  await single.browser().call('signIn', { body: { account, password: TEST_PASSWORD } });
  expect((await first.refused('sessionGet', {})).body.code).toBe(69);
});

test('rejects the next request of a disabled account and ends its streams at once', async () => {
  const account = 'off@example.com';
  const browser = await world.signedUp(account);
  const { id: projectId } = await createProject(browser);
  const stream = (await browser.fetch(`${LIVE_PATH}?projectId=${projectId}`)).text();
  expect(await readSessionCode(browser)).toBe(0);
  const operator = world.browser();
  await operator.call('signIn', { body: world.server.administrator ?? { account: '', password: '' } });
  const { items } = await operator.call('accountList', { query: { search: account } });
  const params = { accountId: items[0]?.id ?? '' };
  await operator.call('accountUpdate', { params, body: { disabled: true } });
  expect(await readSessionCode(browser)).toBe(10);
  expect(await stream).toContain('event: ended');
  expect(
    (await world.browser().refused('signIn', { body: { account, password: TEST_PASSWORD } })).body.code,
  ).toBe(4);
});

test('ends a sign-in that started before a password change', async () => {
  const account = 'overtaken@example.com';
  const browser = await world.signedUp(account);
  const passwords = { oldPassword: TEST_PASSWORD, newPassword: NEXT_PASSWORD };
  const others = Array.from({ length: 8 }, () => world.browser());
  const all = await Promise.allSettled([
    browser.call('passwordChange', { body: passwords }),
    ...others.map((other) => other.call('signIn', { body: { account, password: TEST_PASSWORD } })),
  ]);
  expect(all[0]?.status).toBe('fulfilled');
  for (const other of others) expect([4, 9, 70]).toContain(await readSessionCode(other));
});

test('limits demo visits to 300 per hour and network, also under parallel requests', async () => {
  const own = await startTestServer(inject('databaseUrl'));
  const visit = () => own.browser().fetch('/api/v1/demo-session', { method: 'POST' });
  const statuses: number[] = [];
  // Sends 40 requests at a time: with more, requests wait for a database connection until the server rejects
  // them as overload.
  for (let wave = 0; wave < 8; wave++)
    for (const { status } of await Promise.all(Array.from({ length: 40 }, visit))) statuses.push(status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  await own.clock.leap(60 * MINUTE_MS);
  expect((await visit()).status).toBe(201);
  await own[Symbol.asyncDispose]();
});
