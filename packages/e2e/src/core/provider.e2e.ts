import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@northlight/contract';
import { MINUTE_MS, SteppedClock } from '@northlight/runtime';
import { startTestProvider, type TestProvider } from '@northlight/server/testing/provider';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, type SignedIn, startProduct } from '../seed.ts';
import { readCode, forgetSession, PASSWORD } from '../steps.ts';

const directory = mkdtempSync(join(tmpdir(), 'nl-oidc-'));
const clock = new SteppedClock();
let product: Product;
let chat: TestProvider;
let people = 0;

beforeAll(async () => {
  chat = await startTestProvider(directory);
  product = await startProduct({ clock, env: { NORTHLIGHT_OIDC: chat.settings } });
  chat.console = product.env.address;
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await chat?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns the name of a new person at the provider, so that tests do not share persons. */
const newPerson = (): string => `person-${++people}`;

/** Creates an account that is connected to a person at the provider. */
async function boundAccount(person: string): Promise<SignedIn> {
  const owner = await product.signIn();
  const { db } = product.env.server.context.services;
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('account', '=', owner.account)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('identities')
    .values({
      id: randomUUID(),
      account_id: id,
      provider: 'chat',
      subject: person,
      created_at: new Date(clock.now()),
      last_used_at: null,
    })
    .execute();
  return owner;
}

async function comeFromChat(page: Page, person: string, address = '/login'): Promise<void> {
  chat.person = person;
  await page.goto(address);
  // Waits for prefetched files, because leaving the page before they are loaded can delay the files of the
  // next page.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign in with Chat app' }).click();
}

/** Returns an unused code of the authenticator app, after advancing the clock. */
async function factorCode(secret: string): Promise<string> {
  await clock.advance(MINUTE_MS);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
}

/**
 * Enters a code of the authenticator app. Advances the clock only while the code field is on the page, never
 * during a request.
 */
async function answerFactor(page: Page, secret: string): Promise<void> {
  const field = page.getByLabel('Code from the authenticator app');
  await field.waitFor();
  await field.fill(await factorCode(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function fillPassword(page: Page, account: string, submit: string): Promise<void> {
  await page.getByLabel('E-mail or mobile number').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: submit, exact: true }).click();
}

describe('signing in through a third party', () => {
  it('connects a new account; the account then signs in without questions and returns to the requested address', async () => {
    await using first = await product.visit();
    const { page } = first;
    await comeFromChat(page, 'bob');
    await page.getByText('Nick of bob, you are signed in at Chat app.').waitFor();
    await page.getByText('New account').click();
    await page.getByLabel('E-mail or mobile number').fill('bob@example.com');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Digit of the code').first().click();
    await page.keyboard.type(await readCode(page, 'bob@example.com'));
    await expect(page.getByLabel('Name')).toHaveValue('Nickofbob');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();

    await using second = await product.visit();
    await comeFromChat(second.page, 'bob', '/login?return=%2Faccount%2Fsecurity');
    await second.page.getByRole('button', { name: 'Disconnect Chat app' }).waitFor();
  });

  it('connects an account on the security page, and rejects an identity that is connected to another account', async () => {
    const taken = newPerson();
    await using _other = await boundAccount(taken);
    await using own = await product.signIn();
    const { page } = own;
    await page.goto('/account/security');
    chat.person = taken;
    await page.getByRole('button', { name: 'Connect Chat app' }).click();
    await page.getByText(ERRORS.bindingExists.message).waitFor();
    await page.getByRole('link', { name: 'Back to Security' }).click();
    await page.context().clearCookies({ name: '_session' });
    await page.context().clearCookies({ name: '_session.sig' });
    chat.person = newPerson();
    await page.getByRole('button', { name: 'Connect Chat app' }).click();
    await page.getByRole('button', { name: 'Disconnect Chat app' }).click();
    await page.getByRole('button', { name: 'Connect Chat app' }).waitFor();
  });

  it('shows a refusal of the third party', async () => {
    await using stranger = await product.visit();
    await stranger.page.goto('/static/wechatTransfer?error=access_denied&state=unknown');
    await stranger.page.getByText(ERRORS.bindingRefused.message).waitFor();
    await stranger.page.getByRole('link', { name: 'Back to sign-in' }).click();
    await stranger.page.getByRole('button', { name: 'Sign in with Chat app' }).waitFor();
  });
});

describe('a second factor', () => {
  it('is required after the password, as a code or a recovery code', async () => {
    await using own = await product.signIn();
    const { account, page } = own;
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = (await page.locator('code').first().textContent()) ?? '';
    await page.getByLabel('Code from the app').fill(await factorCode(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = page.getByText(/^[0-9A-Za-z]{4,}-[0-9A-Za-z-]{4,}$/).first();
    const recoveryCode = (await recovery.textContent()) ?? '';

    await forgetSession(page);
    await page.goto('/login?return=%2Faccount%2Fsecurity');
    await fillPassword(page, account, 'Sign in');
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.getByLabel('Code from the authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(ERRORS.wrongCode.message).waitFor();
    await answerFactor(page, secret);
    await page.getByText('10 recovery codes left.').waitFor();

    await forgetSession(page);
    await page.goto('/login?return=%2Faccount%2Fsecurity');
    await fillPassword(page, account, 'Sign in');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('9 recovery codes left.').waitFor();
  });

  it('is required when a third party is connected and at each sign-in through it', async () => {
    await using owner = await product.signIn();
    const { account, api } = owner;
    const { secret } = await api.call('secondFactorEnrol', { body: { password: PASSWORD } });
    await api.call('secondFactorConfirm', { body: { code: await factorCode(secret) } });
    const person = newPerson();
    await using own = await product.visit();
    const { page } = own;
    await comeFromChat(page, person);
    // Waits for the heading, because the previous page has the same fields.
    await page.getByRole('heading', { name: 'Connect an account' }).waitFor({ timeout: 40_000 });
    await fillPassword(page, account, 'Connect and sign in');
    await answerFactor(page, secret);
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();

    await using again = await product.visit();
    await comeFromChat(again.page, person);
    await answerFactor(again.page, secret);
    await again.page.getByRole('heading', { name: 'Create your first project' }).waitFor();
  });
});

it('resets a forgotten password with a code and ends every session of the account', async () => {
  const person = newPerson();
  await using owner = await boundAccount(person);
  await using there = await product.visit();
  await using own = await product.visit();
  const password = `${PASSWORD}, the new one`;
  await comeFromChat(there.page, person);
  await there.page.getByRole('heading', { name: 'Create your first project' }).waitFor();
  await clock.advance(MINUTE_MS);
  const { page } = own;
  await page.goto('/static/lrf');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('E-mail or mobile number').fill(owner.account);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Digit of the code').first().click();
  await page.keyboard.type(await readCode(page, owner.account));
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await page.getByLabel('E-mail or mobile number').fill(owner.account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
  await there.page.reload();
  await there.page.getByText(ERRORS.passwordModified.message).waitFor();
});
