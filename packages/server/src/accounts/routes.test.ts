import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { pollUntil, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test('signs up with a code from the outbox, signs out and signs in again', async () => {
  const browser = await world.signedUp('ada@example.com');
  expect(await browser.call('sessionGet', {})).toMatchObject({
    visitor: false,
    account: { account: 'ada@example.com', label: 'Common user' },
  });
  await browser.call('signOut', {});
  expect((await browser.refused('sessionGet', {})).body.code).toBe(9);
  const session = await browser.call('signIn', {
    body: { account: 'Ada@Example.com ', password: TEST_PASSWORD },
  });
  expect(session).toMatchObject({ step: 'signed-in', account: { nickname: 'Installer' } });
});

test('rejects a forged token, and reports the session of a signed-out token as ended', async () => {
  const browser = await world.signedUp();
  const cookie = browser.cookieHeader;
  await browser.call('signOut', {});
  const ended = await fetch(`${world.server.address}/api/v1/session`, { headers: { cookie } });
  expect([ended.status, ((await ended.json()) as { code: number }).code]).toEqual([401, 10]);
  const forged = await fetch(`${world.server.address}/api/v1/session`, {
    headers: { cookie: `northlight=${'x'.repeat(43)}` },
  });
  expect(forged.status).toBe(401);
});

test('invalidates a code after five wrong attempts, and rejects it in another browser', async () => {
  const account = 'codes@example.com';
  const requester = world.browser();
  const { flowId } = await requester.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const right = world.codeFor(account);
  const wrong = right === '000000' ? '111111' : '000000';
  const attempt = (code: string) => ({
    body: { flowId, account, code, password: TEST_PASSWORD, nickname: 'Eve' },
  });
  expect((await world.browser().refused('signUp', attempt(right))).body.code).toBe(12);
  for (let tries = 0; tries < 4; tries++)
    expect((await requester.refused('signUp', attempt(wrong))).body.code).toBe(12);
  expect((await requester.refused('signUp', attempt(wrong))).body.code).toBe(75);
  expect((await requester.refused('signUp', attempt(right))).body.code).toBe(75);
});

test('sends one code per minute and five per hour', async () => {
  const account = 'often@example.com';
  const browser = world.browser();
  const request = { body: { purpose: 'sign-up', account } } as const;
  for (let count = 0; count < 5; count++) {
    await browser.call('codeRequest', request);
    expect((await browser.refused('codeRequest', request)).body.code).toBe(53);
    await world.clock.advance(MINUTE_MS + 1);
  }
  const { status, body } = await browser.refused('codeRequest', request);
  expect([status, body.code]).toEqual([429, 51]);
  await world.clock.leap(60 * MINUTE_MS);
});

test('reports an existing account only after the code is verified', async () => {
  const account = 'twice@example.com';
  await world.signedUp(account);
  await world.clock.advance(2 * MINUTE_MS);
  const browser = world.browser();
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const body = { flowId, account, code: world.codeFor(account), password: TEST_PASSWORD, nickname: 'Twin' };
  expect((await browser.refused('signUp', { body })).body).toMatchObject({
    code: 13,
    fields: { account: expect.any(String) },
  });
});

test('blocks sign-ins from a network for 30 min after ten parallel failures, but keeps sessions', async () => {
  const account = 'locked@example.com';
  const signedIn = await world.signedUp(account);
  const tries = Array.from({ length: 100 }, () =>
    world.browser().refused('signIn', { body: { account, password: 'not the password' } }),
  );
  const codes = (await Promise.all(tries)).map((answer) => answer.body.code);
  expect(codes.filter((code) => code === 4)).toHaveLength(10);
  // The others are blocked, or refused because too many are in progress.
  expect(codes.filter((code) => code === 80 || code === 2010)).toHaveLength(90);
  expect(
    (await world.browser().refused('signIn', { body: { account, password: TEST_PASSWORD } })).body.code,
  ).toBe(80);
  await signedIn.call('sessionGet', {});
  await world.clock.leap(30 * MINUTE_MS);
  await world.browser().call('signIn', { body: { account, password: TEST_PASSWORD } });
});

test('ends every session with code 70 after a password reset', async () => {
  const account = 'forgot@example.com';
  const signedIn = await world.signedUp(account);
  await world.clock.advance(2 * MINUTE_MS);
  const browser = world.browser();
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'reset', account } });
  await browser.call('passwordReset', {
    body: { flowId, account, code: world.codeFor(account), password: 'another good one' },
  });
  expect((await signedIn.refused('sessionGet', {})).body.code).toBe(70);
  await browser.call('signIn', { body: { account, password: 'another good one' } });
});

test('rejects weak passwords and hostile values on their field', async () => {
  const browser = world.browser();
  const account = 'weak@example.com';
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const code = world.codeFor(account);
  const signUp = (values: object) =>
    browser.refused('signUp', {
      body: { flowId, account, code, password: TEST_PASSWORD, nickname: 'Eve', ...values },
    });
  expect((await signUp({ password: 'password123' })).body.fields).toHaveProperty('password');
  expect((await signUp({ password: 'weak-weak-weak' })).body.fields).toHaveProperty('password');
  expect((await signUp({ password: 'short' })).body).toMatchObject({
    code: 400,
    fields: { password: expect.any(String) },
  });
  expect((await signUp({ nickname: 'Eve 😀' })).body.fields).toHaveProperty('nickname');
  expect((await signUp({ code: ['1', '2'] })).body.fields).toHaveProperty('code');
});

test('rejects a write without CSRF token and ignores fields that users cannot set', async () => {
  const browser = await world.signedUp();
  const response = await browser.fetch('/api/v1/projects', {
    method: 'POST',
    headers: { 'x-csrf-token': 'guess' },
    body: '{}',
  });
  expect(response.status).toBe(403);
  const account = 'boss@example.com';
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const body = {
    flowId,
    account,
    code: world.codeFor(account),
    password: TEST_PASSWORD,
    nickname: 'Boss',
    role: 2,
    kind: 1,
  };
  const session = await browser.call('signUp', { body });
  expect(session.account).toMatchObject({ role: 0, kind: 0 });
});

test('shows the outbox to loopback names only', async () => {
  const response = await world.browser().fetch('/dev/outbox');
  expect(response.status).toBe(200);
  const { request } = await import('node:http');
  const foreign = await new Promise<number | undefined>((resolve) => {
    request(`${world.server.address}/dev/outbox`, { headers: { host: 'evil.example' } }, (answer) =>
      resolve(answer.statusCode),
    ).end();
  });
  expect(foreign).toBe(404);
});

test('a flood of sign-ins is refused without waiting for the database or the hashes', async () => {
  await world.signedUp('flooded@example.com');
  const signIn = async () => {
    const answer = await fetch(`${world.server.address}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'flooded@example.com', password: 'not the password' }),
    });
    const { code } = (await answer.json()) as { code: number };
    return { status: answer.status, code };
  };
  const { db } = world.services;
  let refused = 0;
  const all = await db.transaction().execute(async (tx) => {
    // Nothing can read or count attempts while this transaction lasts.
    await sql`lock table attempts, limit_keys, accounts in access exclusive mode`.execute(tx);
    const requests = Array.from({ length: 100 }, () =>
      signIn().then((answer) => {
        if (answer.status === 503) refused += 1;
        return answer;
      }),
    );
    await pollUntil(() => refused >= 100 - availableParallelism() - 20);
    return requests;
  });
  const answers = await Promise.all(all);
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(refused);
  expect(answers.find(({ status }) => status === 503)).toEqual({ status: 503, code: 2010 });
  expect(refused).toBeLessThan(100);
});

test('sends no code to a premium or satellite number, at its field and without counting a request', async () => {
  for (const account of ['+19005550123', '+881612345678'])
    expect(
      await world.browser().refused('codeRequest', { body: { purpose: 'sign-up', account } }),
    ).toMatchObject({
      status: 400,
      body: { fields: { account: expect.stringContaining('No code can be sent to this number.') } },
    });
});
