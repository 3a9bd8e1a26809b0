import { generateKeyPairSync } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import {
  createProject,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let operator: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  operator = world.browser();
  const { account = '', password = '' } = world.server.administrator ?? {};
  await operator.call('signIn', { body: { account, password } });
});
afterAll(() => world[Symbol.asyncDispose]());

async function findAccountId(search: string): Promise<string> {
  const { items } = await operator.call('accountList', { query: { search } });
  return items[0]?.id ?? '';
}
const readSessionCode = async (browser: TestBrowser): Promise<number> => {
  const answer = await browser.fetch('/api/v1/session');
  return answer.ok ? 0 : ((await answer.json()) as { code: number }).code;
};
const signIn = (account: string, password = TEST_PASSWORD) =>
  world.browser().call('signIn', { body: { account, password } });

/** Creates a third-party customer with a shared key. */
async function customer(account: string) {
  const owner = await world.signedUp(account);
  const project = await createProject(owner);
  const params = { accountId: await findAccountId(account) };
  await operator.call('accountUpdate', { params, body: { role: 3 } });
  const { sharedSecret = '' } = await operator.call('signingKeySet', { params, body: { kind: 'shared' } });
  return { account, params, key: Buffer.from(sharedSecret), projectId: project.id };
}
let tickets = 0;
function signTicket(
  account: string,
  key: Parameters<SignJWT['sign']>[0],
  values: JWTPayload = {},
  alg = 'HS256',
): Promise<string> {
  const exp = Math.floor(world.clock.now() / 1000) + 60;
  return new SignJWT({ iss: account, exp, jti: `t${++tickets}`, ...values })
    .setProtectedHeader({ alg })
    .sign(key);
}
const refusal = async (ticket: string): Promise<number> =>
  (await world.browser().refused('entrySignIn', { body: { ticket } })).body.code;

test('lists accounts in pages, with search and filters, for operators only', async () => {
  const names = ['list-a@example.com', 'list-b@example.com', 'list-c@example.com'];
  for (const name of names) await world.signedUp(name);
  const query = { search: 'LIST-', limit: 2 };
  const first = await operator.call('accountList', { query });
  const second = await operator.call('accountList', { query: { ...query, cursor: first.nextCursor } });
  expect([...first.items, ...second.items].map(({ account }) => account)).toEqual(names);
  expect(second.nextCursor).toBeUndefined();
  expect((await operator.call('accountList', { query: { search: '%' } })).items).toEqual([]);
  expect((await operator.call('accountList', { query: { kind: 1 } })).items).toHaveLength(1);
  const factors = async (secondFactor: string) =>
    (await operator.call('accountList', { query: { search: 'list-', secondFactor } as never })).items.length;
  expect([await factors('true'), await factors('false')]).toEqual([0, 3]);
  const on = { factor_enabled_at: new Date(world.clock.now()) };
  await world.services.db
    .updateTable('accounts')
    .set(on)
    .where('account', '=', names[0] ?? '')
    .execute();
  expect([await factors('true'), await factors('false')]).toEqual([1, 2]);
  await operator.call('accountUpdate', {
    params: { accountId: first.items[1]?.id ?? '' },
    body: { role: 3, level: 1 },
  });
  for (const filter of [{ role: 3 }, { level: 1 }])
    expect(
      (await operator.call('accountList', { query: { search: 'list-', ...filter } })).items,
    ).toMatchObject([{ account: names[1] }]);
  expect(JSON.stringify(first)).not.toMatch(/argon|password|hash/);
  const person = await world.signedUp();
  expect((await person.refused('accountList', { query: {} })).status).toBe(404);
});

test('ends sessions after a change of role but not of level, and audits both changes', async () => {
  const account = 'roles@example.com';
  const person = await world.signedUp(account);
  const params = { accountId: await findAccountId(account) };
  expect(await operator.call('accountUpdate', { params, body: { level: 3 } })).toMatchObject({
    label: 'Gold member',
  });
  expect(await readSessionCode(person)).toBe(0);
  await operator.call('accountUpdate', { params, body: { role: 1 } });
  expect(await readSessionCode(person)).toBe(10);
  const rows = await world.services.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'account.update')
    .where('object', '=', account)
    .orderBy('at')
    .execute();
  expect(rows).toContainEqual({ before: '{"role":0}', after: '{"role":1}' });
  expect(rows).toHaveLength(2);
});

test('signs out a disabled account, and rejects its sign-ins like a wrong password until it is enabled', async () => {
  const account = 'switch@example.com';
  const person = await world.signedUp(account);
  const params = { accountId: await findAccountId(account) };
  await operator.call('accountUpdate', { params, body: { disabled: true } });
  expect(await readSessionCode(person)).toBe(10);
  const body = { account, password: TEST_PASSWORD };
  const off = await world.browser().refused('signIn', { body });
  const unknown = await world
    .browser()
    .refused('signIn', { body: { ...body, account: 'unknown@example.com' } });
  expect({ ...off.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  await operator.call('accountUpdate', { params, body: { disabled: false } });
  await signIn(account);
  expect((await operator.call('accountSignOut', { params })).ended).toBe(1);
});

test('ends the sessions of an account with code 70 when an operator resets its password', async () => {
  const account = 'forgot@example.com';
  const person = await world.signedUp(account);
  const { password } = await operator.call('accountPasswordReset', {
    params: { accountId: await findAccountId(account) },
  });
  expect(await readSessionCode(person)).toBe(70);
  await signIn(account, password);
  expect(
    (await world.browser().refused('signIn', { body: { account, password: TEST_PASSWORD } })).body.code,
  ).toBe(4);
});

test('keeps at least one administrator, also when two administrators disable each other in parallel', async () => {
  const [first] = (await operator.call('accountList', { query: { kind: 1 } })).items;
  const params = { accountId: first?.id ?? '' };
  for (const body of [{ disabled: true }, { kind: 0 }, { role: 3 }])
    expect((await operator.refused('accountUpdate', { params, body })).status).toBe(400);
  await world.signedUp('second@example.com');
  const secondId = await findAccountId('second@example.com');
  await operator.call('accountUpdate', { params: { accountId: secondId }, body: { kind: 1 } });
  const second = world.browser();
  await second.call('signIn', { body: { account: 'second@example.com', password: TEST_PASSWORD } });
  const off = { disabled: true };
  const both = await Promise.allSettled([
    operator.call('accountUpdate', { params: { accountId: secondId }, body: off }),
    second.call('accountUpdate', { params, body: off }),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  // The losing request fails with 400 (its account is the last administrator) or 401 (the other request has
  // disabled its sender).
  for (const one of both)
    if (one.status === 'rejected') expect(String(one.reason)).toMatch(/answered 40[01]/);
  const left = await world.services.db
    .selectFrom('accounts')
    .select('account')
    .where('kind', '=', 1)
    .where('disabled_at', 'is', null)
    .execute();
  expect(left).toHaveLength(1);
  if (left[0]?.account !== 'second@example.com') return;
  await second.call('accountUpdate', { params, body: { disabled: false } });
  operator = second;
});

test('signs in a third-party customer only by ticket, once per ticket', async () => {
  const { account, key, projectId } = await customer('customer@example.com');
  expect(
    (await world.browser().refused('signIn', { body: { account, password: TEST_PASSWORD } })).body.code,
  ).toBe(4);
  const ticket = await signTicket(account, key, { projectId });
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () => world.browser().call('entrySignIn', { body: { ticket } })),
  );
  const opened = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatchObject({
    projectId,
    expiresAt: new Date(world.clock.now() + 12 * HOUR_MS).toISOString(),
  });
  const headers = { authorization: `Bearer ${opened[0]?.token}` };
  const get = async () => (await fetch(`${world.server.address}/api/v1/session`, { headers })).status;
  expect(await get()).toBe(200);
  await world.clock.leap(29 * MINUTE_MS);
  expect(await get()).toBe(200);
  await world.clock.leap(30 * MINUTE_MS);
  expect(await get()).toBe(401);
});

test('ends a session that a ticket opened after 12 h', async () => {
  const { account, key } = await customer('half-day@example.com');
  const { token } = await world
    .browser()
    .call('entrySignIn', { body: { ticket: await signTicket(account, key) } });
  const headers = { authorization: `Bearer ${token}` };
  let status = 200;
  let minutes = 0;
  for (; status === 200 && minutes < 800; minutes += 20) {
    await world.clock.leap(20 * MINUTE_MS);
    ({ status } = await fetch(`${world.server.address}/api/v1/session`, { headers }));
  }
  expect(minutes).toBe(12 * 60);
});

test('rejects every invalid ticket with the same error: forged, expired, foreign, too long-lived or without an id', async () => {
  const { account, key, params } = await customer('forged@example.com');
  const now = Math.floor(world.clock.now() / 1000);
  const good = await signTicket(account, key);
  const [head = '', body = ''] = good.split('.');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  const foreign = await world.signedUp('no-customer@example.com');
  await foreign.call('sessionGet', {});
  const bad = [
    await signTicket(account, Buffer.from('x'.repeat(43))),
    await signTicket(account, key, { exp: now - 1 }),
    await signTicket(account, key, { exp: now + 301 }),
    await signTicket(account, key, { jti: undefined }),
    await signTicket(account, key, { jti: 'x'.repeat(129) }),
    await signTicket('no-customer@example.com', key),
    await signTicket('unknown@example.com', key),
  ];
  for (const ticket of [...bad, none]) expect(await refusal(ticket)).toBe(3);
  await world.clock.leap(HOUR_MS);
  const again = await signTicket(account, key);
  expect(await refusal(`${head}.${again.split('.')[1] ?? ''}.${good.split('.')[2] ?? ''}`)).toBe(3);
  expect(await refusal(await signTicket(account, key, { projectId: 500_001 }))).toBe(73);
  await operator.call('signingKeyRemove', { params });
  expect(await refusal(await signTicket(account, key))).toBe(3);
});

test('accepts tickets signed with an Ed25519 key, and rejects tickets that use its public key as a shared secret', async () => {
  const { account, params, key } = await customer('ed25519@example.com');
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(
    (await operator.refused('signingKeySet', { params, body: { kind: 'ed25519', publicKey: 'x' } })).body
      .fields,
  ).toHaveProperty('publicKey');
  await operator.call('signingKeySet', { params, body: { kind: 'ed25519', publicKey } });
  expect(await refusal(await signTicket(account, key))).toBe(3);
  // Tests algorithm confusion: the attacker uses the public key as a shared secret.
  expect(await refusal(await signTicket(account, Buffer.from(publicKey)))).toBe(3);
  const ticket = await signTicket(account, pair.privateKey, {}, 'EdDSA');
  await world.browser().call('entrySignIn', { body: { ticket } });
});

test('limits signing keys to third-party customers, and blocks tickets for 30 min after 10 failures', async () => {
  const accountId = await findAccountId('list-a@example.com');
  expect(
    (await operator.refused('signingKeySet', { params: { accountId }, body: { kind: 'shared' } })).status,
  ).toBe(400);
  const { account, key } = await customer('flooded@example.com');
  const codes: number[] = [];
  for (let count = 0; count < 12; count++)
    codes.push(await refusal(await signTicket(account, Buffer.from('x'.repeat(43)))));
  expect(codes).toEqual([...Array<number>(10).fill(3), 80, 80]);
  expect(await refusal(await signTicket(account, key))).toBe(80);
  await world.clock.leap(30 * MINUTE_MS);
  await world.browser().call('entrySignIn', { body: { ticket: await signTicket(account, key) } });
});
