import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { startTestServer, TEST_PASSWORD, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { CONSOLE, startTestProvider, type TestProvider } from './testing/test-provider.ts';

let world: TestServer;
let chat: TestProvider;
const directory = mkdtempSync(join(tmpdir(), 'nl-oidc-'));
beforeAll(async () => {
  chat = await startTestProvider(directory);
  const env = { NORTHLIGHT_OIDC: chat.settings, NORTHLIGHT_PUBLIC_URL: CONSOLE };
  world = await startTestServer(inject('databaseUrl'), { env });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const password = TEST_PASSWORD;

async function visitProvider(
  browser: TestBrowser,
  person: string,
  remember = false,
): Promise<Record<string, string>> {
  const start = { params: { provider: 'chat' }, body: { remember } };
  const { redirectUrl } = await browser.call('providerStart', start);
  chat.person = person;
  return chat.visit(redirectUrl);
}
async function completeFlow(person: string, browser = world.browser()) {
  const params = await visitProvider(browser, person);
  return { browser, answer: await browser.call('providerCallback', { body: { params } }) };
}
async function startBinding(person: string) {
  const { browser, answer } = await completeFlow(person);
  if (answer.step !== 'bind') throw new Error(`A binding was expected, not ${answer.step}.`);
  return { browser, flowId: answer.flowId, answer };
}
const refusal = async (browser: TestBrowser, params: Record<string, string>): Promise<number> =>
  (await browser.refused('providerCallback', { body: { params } })).body.code;

test('builds an authorisation URL with state, nonce and PKCE challenge', async () => {
  const browser = world.browser();
  const start = { params: { provider: 'chat' }, body: {} };
  const { redirectUrl } = await browser.call('providerStart', start);
  const { searchParams } = new URL(redirectUrl);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    redirect_uri: `${CONSOLE}/static/wechatTransfer`,
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^\w{22}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  const options = await browser.call('signInOptions', {});
  expect(options.providers).toEqual({ enabled: true, value: [{ id: 'chat', label: 'Chat app' }] });
  const missing = await browser.refused('providerStart', { params: { provider: 'other' }, body: {} });
  expect([missing.status, missing.body.code]).toEqual([404, 152]);
});

test('connects an unknown identity to an account by its password, and signs in with it afterwards', async () => {
  await world.signedUp('alice@example.com');
  const { browser, flowId, answer } = await startBinding('alice');
  expect(answer).toMatchObject({
    provider: { id: 'chat', label: 'Chat app' },
    suggestedNickname: 'Nick of alice',
  });
  const body = { flowId, account: 'alice@example.com', password };
  expect((await browser.refused('bindExisting', { body: { ...body, password: 'not hers' } })).body.code).toBe(
    4,
  );
  expect((await world.browser().refused('bindExisting', { body })).body.code).toBe(138);
  expect((await browser.call('bindExisting', { body })).step).toBe('signed-in');
  expect((await browser.refused('bindExisting', { body })).body.code).toBe(138);
  const again = await completeFlow('alice');
  expect(again.answer).toMatchObject({ step: 'signed-in', account: { account: 'alice@example.com' } });
  expect((await again.browser.call('sessionGet', {})).account.account).toBe('alice@example.com');
});

test('connects an identity to a new account after the code that was sent to the account', async () => {
  const { browser, flowId } = await startBinding('bob');
  const account = '+8613700000001';
  const { flowId: codeFlowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const body = { flowId, codeFlowId, code: world.codeFor(account), account, password, nickname: 'Bob' };
  const wrong = { ...body, code: body.code.replace(/./g, (digit) => String((Number(digit) + 1) % 10)) };
  expect((await browser.refused('bindNew', { body: wrong })).body.code).toBe(12);
  expect((await browser.call('bindNew', { body })).account.account).toBe(account);
  expect((await completeFlow('bob')).answer.step).toBe('signed-in');
});

test('accepts the answer of a provider once, in the browser that started the sign-in, with matching state and code', async () => {
  const browser = world.browser();
  const params = await visitProvider(browser, 'carol');
  expect(await refusal(world.browser(), params)).toBe(152);
  expect(await refusal(browser, { ...params, state: 'x'.repeat(22) })).toBe(152);
  expect((await browser.call('providerCallback', { body: { params } })).step).toBe('bind');
  expect(await refusal(browser, params)).toBe(152);
  // A code with the state of another flow fails the PKCE check.
  const [one, two] = [await visitProvider(browser, 'carol'), await visitProvider(browser, 'mallory')];
  expect(await refusal(browser, { ...one, code: two['code'] ?? '' })).toBe(152);
  const third = await visitProvider(browser, 'carol');
  expect(await refusal(browser, { ...third, iss: 'https://evil.example' })).toBe(152);
  const fourth = await visitProvider(browser, 'carol');
  expect(await refusal(browser, { state: fourth['state'] ?? '', error: 'access_denied' })).toBe(152);
  expect(await refusal(browser, fourth)).toBe(152);
  const fifth = await visitProvider(browser, 'carol');
  await world.clock.advance(10 * MINUTE_MS);
  expect(await refusal(browser, fifth)).toBe(152);
});

test('requests the second factor when a third-party account is connected and at every sign-in', async () => {
  const account = 'dora@example.com';
  const own = await world.signedUp(account);
  const { secret } = await own.call('secondFactorEnrol', { body: { password } });
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() });
  await own.call('secondFactorConfirm', { body: { code: code() } });
  await world.clock.advance(MINUTE_MS);
  const { browser, flowId } = await startBinding('dora');
  const answer = await browser.call('bindExisting', { body: { flowId, account, password } });
  if (answer.step !== 'second-factor') throw new Error('The second factor was not requested.');
  expect((await startBinding('dora')).answer.step).toBe('bind');
  await browser.call('secondFactorSignIn', { body: { flowId: answer.flowId, code: code() } });
  expect((await completeFlow('dora')).answer.step).toBe('second-factor');
});

test('connects, lists and disconnects an identity on the security page, and rejects an identity that is connected already', async () => {
  await world.clock.advance(MINUTE_MS);
  const own = await world.signedUp('erin@example.com');
  const link = async (browser: TestBrowser, person: string) => {
    const { redirectUrl } = await browser.call('identityStart', { body: { provider: 'chat' } });
    chat.person = person;
    const answer = await browser.call('providerCallback', {
      body: { params: await chat.visit(redirectUrl) },
    });
    if (answer.step !== 'link') throw new Error(`A link was expected, not ${answer.step}.`);
    return { flowId: answer.flowId };
  };
  const flow = await link(own, 'erin');
  const foreign = await world.signedUp('frank@example.com');
  expect((await foreign.refused('identityBind', { body: flow })).body.code).toBe(138);
  const bound = await own.call('identityBind', { body: flow });
  expect(bound.provider.label).toBe('Chat app');
  expect((await own.call('identityList', {})).items).toMatchObject([{ id: bound.id }]);
  expect((await foreign.refused('identityBind', { body: await link(foreign, 'erin') })).body.code).toBe(139);
  const params = { identityId: bound.id };
  expect((await foreign.refused('identityUnbind', { params })).body.code).toBe(142);
  await own.call('identityUnbind', { params });
  expect((await own.refused('identityUnbind', { params })).body.code).toBe(142);
  expect((await completeFlow('erin')).answer.step).toBe('bind');
});

test('reports an unreachable provider', async () => {
  const settings = join(directory, 'away.json');
  const away = [{ id: 'away', label: 'Away', issuer: 'http://127.0.0.1:9', clientId: 'x' }];
  writeFileSync(settings, JSON.stringify(away));
  await using other = await startTestServer(inject('databaseUrl'), { env: { NORTHLIGHT_OIDC: settings } });
  const refused = await other.browser().refused('providerStart', { params: { provider: 'away' }, body: {} });
  expect([refused.status, refused.body.code]).toEqual([503, 152]);
});

test('accepts the provider file of the help page for operators, and uses the redirect address that the page shows', async () => {
  const page = new URL('../../../../web/src/help/pages/sign-in-by-others.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const [sample = '', address = ''] = [...text.matchAll(/```\n([\s\S]+?)\n```/g)].map(([, block]) => block);
  const settings = join(directory, 'help-page.json');
  writeFileSync(settings, sample);
  const env = { NORTHLIGHT_OIDC: settings };
  await using other = await startTestServer(inject('databaseUrl'), { env });
  const { providers } = await other.browser().call('signInOptions', {});
  expect(providers).toMatchObject({ value: [{ id: 'work-chat', label: 'Work chat' }] });
  const start = { params: { provider: 'chat' }, body: {} };
  const { redirectUrl } = await world.browser().call('providerStart', start);
  expect(new URL(redirectUrl).searchParams.get('redirect_uri')).toBe(
    address.replace('<public URL>', CONSOLE),
  );
});

test('refuses to start with an invalid provider setting, and names the path of the setting', async () => {
  const settings = join(directory, 'broken.json');
  writeFileSync(
    settings,
    JSON.stringify([{ id: 'Bad id', label: 'x', issuer: 'https://x.example', clientId: 'x' }]),
  );
  await expect(
    startTestServer(inject('databaseUrl'), { env: { NORTHLIGHT_OIDC: settings } }),
  ).rejects.toThrow('0.id');
});

test('rejects the sign-in of a third-party customer through a provider', async () => {
  await world.clock.advance(MINUTE_MS);
  await world.signedUp('grace@example.com');
  const { browser, flowId } = await startBinding('grace');
  await browser.call('bindExisting', { body: { flowId, account: 'grace@example.com', password } });
  const role = { role: 3 };
  await world.services.db
    .updateTable('accounts')
    .set(role)
    .where('account', '=', 'grace@example.com')
    .execute();
  const next = world.browser();
  expect(await refusal(next, await visitProvider(next, 'grace'))).toBe(152);
});
