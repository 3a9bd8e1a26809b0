import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { startTestServer, TEST_PASSWORD, type TestBrowser, type TestServer } from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const STEP = 30_000;
const password = TEST_PASSWORD;

const generateCode = (secret: string, offset = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() + offset * STEP });
const findWrongCode = (secret: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((offset) => generateCode(secret, offset)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
};

async function enrolled(account: string) {
  const browser = await world.signedUp(account);
  const { secret, uri } = await browser.call('secondFactorEnrol', { body: { password } });
  expect(uri).toMatch(/^otpauth:\/\/totp\/Northlight:/);
  const { recoveryCodes } = await browser.call('secondFactorConfirm', {
    body: { code: generateCode(secret) },
  });
  await world.clock.advance(STEP);
  return { browser, account, secret, recoveryCodes };
}

async function startFlow(account: string): Promise<{ browser: TestBrowser; flowId: string }> {
  const browser = world.browser();
  const answer = await browser.call('signIn', { body: { account, password } });
  if (answer.step !== 'second-factor') throw new Error('The second factor was not requested.');
  expect(browser.cookieHeader).not.toMatch(/northlight=/);
  return { browser, flowId: answer.flowId };
}

const refusal = async (
  { browser, flowId }: { browser: TestBrowser; flowId: string },
  code: string,
): Promise<number> => (await browser.refused('secondFactorSignIn', { body: { flowId, code } })).body.code;

test('enables the second factor after a confirmed code and accepts each code once', async () => {
  const plain = await world.signedUp('unconfirmed@example.com');
  const { secret: pending } = await plain.call('secondFactorEnrol', { body: { password } });
  expect(
    (await plain.refused('secondFactorConfirm', { body: { code: findWrongCode(pending) } })).body.code,
  ).toBe(12);
  expect(await plain.call('secondFactorGet', {})).toEqual({ enabled: false, recoveryCodesLeft: 0 });
  const { browser, account, secret, recoveryCodes } = await enrolled('factor@example.com');
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await browser.call('secondFactorGet', {})).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  expect((await browser.refused('secondFactorEnrol', { body: { password } })).body.code).toBe(2010);
  const first = await startFlow(account);
  const code = generateCode(secret);
  expect(await refusal({ ...first, browser: world.browser() }, code)).toBe(12);
  expect(
    (await first.browser.call('secondFactorSignIn', { body: { flowId: first.flowId, code } })).account
      .account,
  ).toBe(account);
  // The used code is rejected in another sign-in, and the completed sign-in accepts no further code.
  expect(await refusal(await startFlow(account), code)).toBe(12);
  await world.clock.advance(STEP);
  expect(await refusal(first, generateCode(secret))).toBe(12);
});

test('signs in once when parallel requests use the same code', async () => {
  const { account, secret } = await enrolled('race@example.com');
  const flows = await Promise.all([startFlow(account), startFlow(account), startFlow(account)]);
  const code = generateCode(secret);
  const all = await Promise.allSettled(
    flows.map(({ browser, flowId }) => browser.call('secondFactorSignIn', { body: { flowId, code } })),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('ends a sign-in after 5 wrong codes and pauses the second factor after 15, but keeps sessions', async () => {
  const { browser, account, secret } = await enrolled('closed@example.com');
  const flow = await startFlow(account);
  const tries = await Promise.all(Array.from({ length: 8 }, () => refusal(flow, findWrongCode(secret))));
  expect(tries.filter((code) => code === 12)).toHaveLength(4);
  expect(tries.filter((code) => code === 75)).toHaveLength(4);
  expect(await refusal(flow, generateCode(secret))).toBe(75);
  const next = await startFlow(account);
  for (let count = 0; count < 5; count++) await refusal(next, findWrongCode(secret));
  await refusal(await startFlow(account), findWrongCode(secret));
  expect(await refusal(await startFlow(account), generateCode(secret))).toBe(75);
  await browser.call('sessionGet', {});
  await world.clock.leap(30 * MINUTE_MS);
  const after = await startFlow(account);
  await after.browser.call('secondFactorSignIn', {
    body: { flowId: after.flowId, code: generateCode(secret) },
  });
});

test('ends a second-factor flow after 10 min', async () => {
  const { account, secret } = await enrolled('slow@example.com');
  const flow = await startFlow(account);
  await world.clock.advance(10 * MINUTE_MS);
  expect(await refusal(flow, generateCode(secret))).toBe(12);
});

test('accepts a recovery code once in any notation and replaces old codes by new ones', async () => {
  const { browser, account, secret, recoveryCodes } = await enrolled('lost@example.com');
  const [first = '', second = ''] = recoveryCodes;
  const flow = await startFlow(account);
  const code = ` ${first.toLowerCase().replace('-', ' ')}`;
  await flow.browser.call('secondFactorSignIn', { body: { flowId: flow.flowId, code } });
  expect(await refusal(await startFlow(account), first)).toBe(12);
  expect((await browser.call('secondFactorGet', {})).recoveryCodesLeft).toBe(9);
  await browser.call('recoveryCodesRenew', { body: { password, code: generateCode(secret) } });
  expect(await refusal(await startFlow(account), second)).toBe(12);
  const stored = JSON.stringify(await world.services.db.selectFrom('recovery_codes').selectAll().execute());
  for (const secretCode of recoveryCodes) expect(stored).not.toContain(secretCode.replace('-', ''));
});

test('disables the second factor by password and code, and stores no secret in plain text', async () => {
  const { browser, account, secret } = await enrolled('off@example.com');
  const disable = (body: { password: string; code: string }) =>
    browser.refused('secondFactorDisable', { body });
  expect((await disable({ password: 'not mine', code: generateCode(secret) })).body.code).toBe(100);
  expect((await disable({ password, code: findWrongCode(secret) })).body.code).toBe(12);
  const rows = await world.services.db
    .selectFrom('accounts')
    .selectAll()
    .where('account', '=', account)
    .execute();
  expect(
    JSON.stringify(rows.map((row) => ({ ...row, factor_secret: row.factor_secret?.toString('latin1') }))),
  ).not.toContain(secret);
  const audit = await world.services.db.selectFrom('audit').selectAll().execute();
  expect(JSON.stringify(audit)).not.toContain(secret);
  await browser.call('secondFactorDisable', { body: { password, code: generateCode(secret) } });
  const answer = await world.browser().call('signIn', { body: { account, password } });
  expect(answer.step).toBe('signed-in');
});
