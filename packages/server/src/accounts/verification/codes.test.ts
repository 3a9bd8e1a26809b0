import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { startTestServer, TEST_PASSWORD, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const NICK = 'Installer';
let mobiles = 0;
const mobile = (): string => `+86138${String(++mobiles).padStart(8, '0')}`;

/** Counts the answers by error code; `ok` for accepted requests. */
async function tally(answers: readonly Promise<number | 'ok'>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const answer of await Promise.all(answers)) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

async function fetchErrorCode(browser: TestBrowser, path: string, body: object): Promise<number | 'ok'> {
  const headers = { 'content-type': 'application/json' };
  const response = await browser.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = (await response.json()) as { code?: number };
  return response.ok ? 'ok' : (text.code ?? -1);
}

async function flowFor(account: string, purpose: 'sign-up' | 'reset' = 'sign-up', browser = world.browser()) {
  const { flowId } = await browser.call('codeRequest', { body: { purpose, account } });
  const code = world.codeFor(account);
  const wrong = code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));
  return { browser, account, flowId, code, wrong };
}

test('signs up a mobile number with a 4-digit code, accepts another notation of the number, and resets the password by text message', async () => {
  const account = mobile();
  const { browser, flowId, code } = await flowFor(account);
  expect(code).toMatch(/^\d{4}$/);
  const session = await browser.call('signUp', {
    body: { flowId, code, account: account.slice(3), password: TEST_PASSWORD, nickname: NICK },
  });
  expect(session.account.account).toBe(account);
  const written = ` 0086 ${account.slice(3, 6)}-${account.slice(6)} `;
  await world.browser().call('signIn', { body: { account: written, password: TEST_PASSWORD } });
  await world.clock.advance(2 * MINUTE_MS);
  const reset = await flowFor(account, 'reset');
  const body = { account, flowId: reset.flowId, code: reset.code, password: 'another good one' };
  // The correct code fails in another browser, which does not have the secret of the flow.
  expect((await world.browser().refused('passwordReset', { body })).body.code).toBe(12);
  await reset.browser.call('passwordReset', { body });
  await world.browser().call('signIn', { body: { account, password: 'another good one' } });
});

test('notifies the account of a reset by mail', async () => {
  const account = 'noticed@example.com';
  await world.signedUp(account);
  await world.clock.advance(2 * MINUTE_MS);
  const { browser, flowId, code } = await flowFor(account, 'reset');
  await browser.call('passwordReset', { body: { account, flowId, code, password: 'another good one' } });
  const mails = world.services.mailer.outbox?.list().filter(({ to }) => to === account) ?? [];
  expect(mails.map(({ subject }) => subject)).toContain('Your Northlight password was reset');
  await world.clock.leap(HOUR_MS);
});

test.each(['parallel@example.com', '+8613900000001'])(
  'sends one code a minute, five an hour and ten a day to %s under parallel requests',
  { tags: ['proof'] },
  async (account) => {
    const requestInParallel = () =>
      tally(
        Array.from({ length: 50 }, () =>
          fetchErrorCode(world.browser(), '/api/v1/codes', { purpose: 'sign-up', account }),
        ),
      );
    let sent = 0;
    const seen: Record<string, number> = {};
    for (let round = 0; round < 13; round++) {
      const counts = await requestInParallel();
      sent += counts['ok'] ?? 0;
      expect(counts['ok'] ?? 0).toBeLessThanOrEqual(1);
      for (const [code, count] of Object.entries(counts)) seen[code] = (seen[code] ?? 0) + count;
      // Advances past the limit of one code per minute five times, then past the hourly limit.
      await world.clock.leap(round % 6 === 5 ? HOUR_MS : MINUTE_MS + 1);
    }
    expect(sent).toBe(10);
    expect(Object.keys(seen).sort()).toEqual(['51', '52', '53', 'ok']);
    await world.clock.leap(25 * HOUR_MS);
  },
);

test('invalidates a code after five of sixty parallel wrong attempts, before it hashes a password', async () => {
  const { browser, account, flowId, code, wrong } = await flowFor('tries@example.com');
  const body = { flowId, account, password: TEST_PASSWORD, nickname: NICK };
  const counts = await tally(
    Array.from({ length: 60 }, () => fetchErrorCode(browser, '/api/v1/accounts', { ...body, code: wrong })),
  );
  // If hashing ran first, these attempts would fill the queue and return 503.
  expect(counts).toEqual({ 12: 4, 75: 56 });
  expect(await fetchErrorCode(browser, '/api/v1/accounts', { ...body, code })).toBe(75);
});

test('creates one account when parallel requests use the same correct code', async () => {
  // Starts another window of the audit, which has at most 20 rows of refused attempts per network in 15 min.
  await world.clock.leap(15 * MINUTE_MS);
  const { browser, account, flowId, code } = await flowFor('once@example.com');
  const body = { flowId, account, code, password: TEST_PASSWORD, nickname: NICK };
  const counts = await tally(
    Array.from({ length: 8 }, () => fetchErrorCode(browser, '/api/v1/accounts', body)),
  );
  expect(counts).toEqual({ ok: 1, 12: 7 });
  const { db } = world.services;
  const rows = await db.selectFrom('audit').select('result').where('object', '=', account).execute();
  expect(rows.map(({ result }) => result).sort()).toEqual([
    ...Array<string>(2).fill('ok'),
    ...Array<string>(7).fill('refused'),
  ]);
});

test('keeps a correct code valid when the new password is too weak', async () => {
  const { browser, account, flowId, code } = await flowFor('weak-first@example.com');
  const body = { flowId, account, code, nickname: NICK };
  for (const password of ['short', 'password123', 'weak-first@example.com'])
    expect((await browser.refused('signUp', { body: { ...body, password } })).body).toMatchObject({
      code: 400,
      fields: { password: expect.any(String) },
    });
  await browser.call('signUp', { body: { ...body, password: TEST_PASSWORD } });
});

test('invalidates a code when the same browser requests a newer one, but not when another browser does', async () => {
  const account = 'newer@example.com';
  const own = await flowFor(account);
  await world.clock.advance(MINUTE_MS + 1);
  await flowFor(account);
  const body = { account, nickname: NICK, password: TEST_PASSWORD };
  await world.clock.advance(MINUTE_MS + 1);
  const newest = await flowFor(account, 'sign-up', own.browser);
  const older = { ...body, flowId: own.flowId, code: own.code };
  expect((await own.browser.refused('signUp', { body: older })).body.code).toBe(12);
  await own.browser.call('signUp', { body: { ...body, flowId: newest.flowId, code: newest.code } });

  const other = 'other-browser@example.com';
  const first = await flowFor(other);
  await world.clock.advance(MINUTE_MS + 1);
  await flowFor(other);
  const { browser, code, flowId } = first;
  await browser.call('signUp', { body: { ...body, account: other, flowId, code } });
});

test('pauses the codes of an account for 30 min after 15 wrong codes, and does not count wrong codes from other browsers', async () => {
  const account = 'paused@example.com';
  const reset = { account, password: TEST_PASSWORD };
  const own = await flowFor(account, 'reset');
  for (let tries = 0; tries < 40; tries++)
    expect(
      await fetchErrorCode(world.browser(), '/api/v1/password-resets', {
        ...reset,
        ...own,
        code: own.wrong,
        browser: 0,
      }),
    ).toBe(12);
  const foreign = world.browser();
  for (let round = 0; round < 3; round++) {
    await world.clock.advance(MINUTE_MS + 1);
    const flow = await flowFor(account, 'reset', foreign);
    for (let tries = 0; tries < 5; tries++)
      await foreign.refused('passwordReset', { body: { ...reset, flowId: flow.flowId, code: flow.wrong } });
  }
  const { code, flowId, browser } = own;
  expect((await browser.refused('passwordReset', { body: { ...reset, flowId, code } })).body.code).toBe(75);
  expect(await fetchErrorCode(world.browser(), '/api/v1/codes', { purpose: 'reset', account })).toBe(75);
  await world.clock.leap(30 * MINUTE_MS);
  await flowFor(account, 'reset');
});

test('rejects malformed accounts and codes on their field', async () => {
  const browser = world.browser();
  const hostile = [
    '\u212Aim@example.com',
    'аda@example.com',
    '１３８０００００００１',
    '+',
    'a@b',
    '12345',
    '+86123',
    ['a@b.cd'],
    7,
  ];
  for (const account of hostile) {
    const body = { purpose: 'sign-up', account } as { purpose: 'sign-up'; account: string };
    expect((await browser.refused('codeRequest', { body })).body.fields, String(account)).toHaveProperty(
      'account',
    );
  }
  const body = { flowId: 'x', account: 'a@example.com', password: TEST_PASSWORD, nickname: NICK };
  for (const code of [123_456, ['123456'], { $ne: '' }, '12 345', '１２３４５６', null])
    expect(
      (await browser.refused('signUp', { body: { ...body, code: code as string } })).body.fields,
    ).toHaveProperty('code');
  for (const nickname of ['😀', ' Ada', 'Ada ', 'A  da', 'a\u202eb', 'a\u200bb', ''])
    expect(
      (await browser.refused('signUp', { body: { ...body, code: '123456', nickname } })).body.fields,
    ).toHaveProperty('nickname');
});

test('stores a nickname with a combining accent in composed form', async () => {
  const { browser, account, flowId, code } = await flowFor('composed@example.com');
  const body = { flowId, account, code, password: TEST_PASSWORD, nickname: 'Jose\u0301' };
  expect((await browser.call('signUp', { body })).account.nickname).toBe('José');
});
