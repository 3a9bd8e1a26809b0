import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const password = TEST_PASSWORD;

/** Runs an action and returns its new audit rows as `action result`. */
async function audited(act: () => Promise<unknown>): Promise<string[]> {
  const { db } = world.services;
  const before = new Set((await db.selectFrom('audit').select('id').execute()).map(({ id }) => id));
  await act();
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'action', 'result', 'request_id', 'network'])
    .execute();
  const added = rows.filter(({ id }) => !before.has(id));
  for (const row of added) expect([row.network, typeof row.request_id]).toEqual(['127.0.0.1', 'string']);
  return added.map(({ action, result }) => `${action} ${result}`);
}

test('writes exactly one audit row for every change and sign-in event', async () => {
  const account = 'audited@example.com';
  const browser = world.browser();
  let flowId = '';
  const code = () => world.codeFor(account);
  const request = { body: { purpose: 'sign-up', account } } as const;
  expect(await audited(async () => ({ flowId } = await browser.call('codeRequest', request)))).toEqual([
    'account.code ok',
  ]);
  expect(await audited(() => browser.refused('codeRequest', request))).toEqual(['account.code refused']);
  const signUp = { flowId, account, password, nickname: 'Ada' };
  expect(await audited(() => browser.refused('signUp', { body: { ...signUp, code: '00000' } }))).toEqual([
    'account.sign-up refused',
  ]);
  expect(await audited(() => browser.call('signUp', { body: { ...signUp, code: code() } }))).toEqual([
    'account.sign-up ok',
  ]);
  const other = world.browser();
  expect(await audited(() => other.refused('signIn', { body: { account, password: 'wrong' } }))).toEqual([
    'account.sign-in refused',
  ]);
  expect(await audited(() => other.call('signIn', { body: { account, password } }))).toEqual([
    'account.sign-in ok',
  ]);
  expect(await audited(() => other.call('signOut', {}))).toEqual(['account.sign-out ok']);
  const one = async (name: string, act: () => Promise<unknown>) => expect(await audited(act)).toEqual([name]);
  await one('account.profile ok', () => browser.call('profileUpdate', { body: { nickname: 'Eve' } }));
  await one('account.cloud-code ok', () => browser.call('cloudCodeRegenerate', {}));
  const token = { name: 'T', scope: { projects: 'all', write: false }, expiresInDays: 1 } as const;
  let tokenId = '';
  await one(
    'account.token-create ok',
    async () => ({ id: tokenId } = await browser.call('apiTokenCreate', { body: token })),
  );
  await one('account.session-end ok', () => browser.call('apiTokenRevoke', { params: { tokenId } }));
  const change = { oldPassword: 'wrong', newPassword: 'another good one' };
  await one('account.password-change refused', () => browser.refused('passwordChange', { body: change }));
  await one('account.password-change ok', () =>
    browser.call('passwordChange', { body: { ...change, oldPassword: password } }),
  );
  await one('account.session-end-others ok', () => browser.call('accountSessionRevokeOthers', {}));
  await one('account.qr-code ok', () => world.browser().call('qrCodeCreate', {}));
  await one('account.demo ok', () => world.browser().call('demoSignIn', {}));
});

test('stores no password, code, token or key in plain text', async () => {
  const account = 'canary@example.com';
  const browser = await world.signedUpByCode(account);
  // Six digits may occur inside any number, so the pattern requires boundaries.
  const mailed = new RegExp(`(?<![0-9a-z])${world.codeFor(account)}(?![0-9a-z])`);
  const secrets = [password, /northlight=(\w+)/.exec(browser.cookieHeader)?.[1] ?? ''];
  const { secret } = await browser.call('secondFactorEnrol', { body: { password } });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const confirm = { code: totp.generate({ timestamp: world.clock.now() }) };
  const { recoveryCodes } = await browser.call('secondFactorConfirm', { body: confirm });
  const body = { name: 'Canary', scope: { projects: 'all', write: true }, expiresInDays: 1 } as const;
  const { token } = await browser.call('apiTokenCreate', { body });
  const { key } = await browser.call('sessionKey', {});
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  secrets.push(secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', '')), token, key);
  expect(secrets.every((text) => text.length >= 6)).toBe(true);
  const { db } = world.services;
  const tables = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
  expect(tables.rows.length).toBeGreaterThan(15);
  for (const { name } of tables.rows) {
    const rows = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db);
    const all = rows.rows.map(({ text }) => text).join('\n');
    expect(mailed.test(all), `${name} has the code of the mail`).toBe(false);
    for (const text of secrets) expect(all.includes(text), `${name} has ${text}`).toBe(false);
    for (const text of secrets)
      expect(all.includes(Buffer.from(text).toString('hex')), `${name} has hex of ${text}`).toBe(false);
  }
});

test('sends codes to the SMS gateway as JSON, and reports when the SMS gateway fails', async () => {
  const received: { body: unknown; authorization: string | undefined }[] = [];
  let status = 200;
  const gateway = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ body: JSON.parse(text), authorization: request.headers.authorization });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const env = {
    NORTHLIGHT_SMS_URL: `http://user:p%40ss@127.0.0.1:${port}/send`,
    NORTHLIGHT_SMS_CODE_DIGITS: '8',
  };
  await using sending = await startTestServer(inject('databaseUrl'), { env });
  const request = { body: { purpose: 'sign-up', account: '+4915112345678' } } as const;
  await sending.browser().call('codeRequest', request);
  expect(received).toEqual([
    {
      body: { to: '+4915112345678', text: expect.stringMatching(/^\d{8} is your Northlight code/) },
      authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    },
  ]);
  status = 500;
  await sending.clock.advance(61_000);
  expect((await sending.browser().refused('codeRequest', request)).status).toBe(503);
  expect((await sending.browser().call('signInOptions', {})).codeDigits).toEqual({ mail: 6, sms: 8 });
  gateway.close();
});
