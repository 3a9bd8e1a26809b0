import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import { SteppedClock } from '@northlight/runtime';
import { startTestProvider, type TestProvider } from '@northlight/server/testing/provider';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe.ts';
import { launchBrowser, visit } from './browser.ts';
import { codeFor, forgetSession, PASSWORD, signUp } from './steps.ts';

const MINUTE = 60_000;
const OWNER = 'owner@example.com';
const directory = mkdtempSync(join(tmpdir(), 'nl-oidc-'));
const clock = new SteppedClock();
let env: DevEnv;
let browser: Browser;
let chat: TestProvider;
let secret = '';

/** The provider has to know the console's address before the console runs. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  chat = await startTestProvider(directory, `http://127.0.0.1:${port}`);
  env = await startDevEnv({ clock, port, env: { NORTHLIGHT_OIDC: chat.settings } });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
  await chat?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

async function comeFromChat(page: Page, person: string, address = '/login'): Promise<void> {
  chat.person = person;
  await page.goto(address);
  // The door fetches ahead; a page that is left in the midst of that may hold up the next one's files in the cache.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign in with Chat app' }).click();
}

/** A code of the authenticator that was not used yet: the clock goes on for each. */
async function factorCode(): Promise<string> {
  await clock.advance(MINUTE);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
}

/** The clock moves only once the question is on the page: never under a request that is being answered. */
async function answerFactor(page: Page): Promise<void> {
  const field = page.getByLabel('Code of the authenticator app');
  await field.waitFor();
  await field.fill(await factorCode());
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function fillPassword(page: Page, submit: string): Promise<void> {
  await page.getByLabel('E-mail or mobile number').fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: submit, exact: true }).click();
}

describe('signing in by a third party', () => {
  it('binds a new account, which signs in by itself from then on and comes back to its address', async () => {
    await using first = await visit(browser, env.address);
    const { page } = first;
    await comeFromChat(page, 'bob');
    await page.getByText('Nick of bob, you are signed in at Chat app.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText('New account').click();
    await page.getByLabel('E-mail or mobile number').fill('bob@example.com');
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByLabel('Digit of the code').first().click();
    await page.keyboard.type(await codeFor(page, 'bob@example.com'));
    expect(await page.getByLabel('Name').inputValue()).toBe('Nickofbob');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Bind and sign in' }).click();
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor();

    await using second = await visit(browser, env.address);
    await comeFromChat(second.page, 'bob', '/login?return=%2Faccount%2Fsecurity');
    await second.page.getByRole('button', { name: 'Unbind Chat app' }).waitFor();
    expect(first.complaints.concat(second.complaints)).toEqual([]);
  });

  it('binds from the security page, and refuses a third party that another account has', async () => {
    await using own = await visit(browser, env.address);
    const { page } = own;
    await signUp(page, OWNER);
    await page.goto('/account/security');
    chat.person = 'bob';
    await page.getByRole('button', { name: 'Bind Chat app' }).click();
    await page.getByText(ERRORS.bindingExists.message).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to Security' }).click();
    await page.context().clearCookies({ name: '_session' });
    await page.context().clearCookies({ name: '_session.sig' });
    chat.person = 'olive';
    await page.getByRole('button', { name: 'Bind Chat app' }).click();
    await page.getByRole('button', { name: 'Unbind Chat app' }).click();
    await page.getByRole('button', { name: 'Bind Chat app' }).waitFor();
  });

  it('says when the third party refused', async () => {
    await using stranger = await visit(browser, env.address);
    await stranger.page.goto('/static/wechatTransfer?error=access_denied&state=unknown');
    await stranger.page.getByText(ERRORS.bindingRefused.message).waitFor();
    await stranger.page.getByRole('link', { name: 'Back to signing in' }).click();
    await stranger.page.getByRole('button', { name: 'Sign in with Chat app' }).waitFor();
  });
});

describe('a second factor', () => {
  it('is asked for after the password, by a code or a recovery code', async () => {
    await using own = await visit(browser, env.address);
    const { page } = own;
    await page.goto('/login?return=%2Faccount%2Fsecurity');
    await fillPassword(page, 'Sign in');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Go on' }).click();
    secret = (await page.locator('code').first().textContent()) ?? '';
    await page.getByLabel('Code of the app').fill(await factorCode());
    await page.getByRole('button', { name: 'Switch on' }).click();
    const recovery = page.getByText(/^[0-9A-Za-z]{4,}-[0-9A-Za-z-]{4,}$/).first();
    const recoveryCode = (await recovery.textContent()) ?? '';

    await forgetSession(page);
    await page.goto('/login?return=%2Faccount%2Fsecurity');
    await fillPassword(page, 'Sign in');
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Code of the authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(ERRORS.wrongCode.message).waitFor();
    await answerFactor(page);
    await page.getByText('10 recovery codes are left.').waitFor();

    await forgetSession(page);
    await page.goto('/login?return=%2Faccount%2Fsecurity');
    await fillPassword(page, 'Sign in');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('9 recovery codes are left.').waitFor();
  });

  it('is asked for when a third party is bound to its account too', async () => {
    await using own = await visit(browser, env.address);
    const { page } = own;
    await comeFromChat(page, 'olive');
    // The page before has the same fields.
    await page.getByRole('heading', { name: 'Bind an account' }).waitFor({ timeout: 40_000 });
    await fillPassword(page, 'Bind and sign in');
    await answerFactor(page);
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor();

    await using again = await visit(browser, env.address);
    await comeFromChat(again.page, 'olive');
    await answerFactor(again.page);
    await again.page.getByRole('heading', { name: 'Make your first project' }).waitFor();
  });
});

it('a forgotten password is set anew by a code, and ends every session', async () => {
  await using there = await visit(browser, env.address);
  await using own = await visit(browser, env.address);
  const bob = 'bob@example.com';
  const password = `${PASSWORD}, the new one`;
  await comeFromChat(there.page, 'bob');
  await there.page.getByRole('heading', { name: 'Make your first project' }).waitFor();
  await clock.advance(MINUTE);
  const { page } = own;
  await page.goto('/static/lrf');
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await page.getByLabel('E-mail or mobile number').fill(bob);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Digit of the code').first().click();
  await page.keyboard.type(await codeFor(page, bob));
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password was changed').waitFor();
  await page.getByRole('link', { name: 'Back to signing in' }).click();
  await page.getByLabel('E-mail or mobile number').fill(bob);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Make your first project' }).waitFor();
  await there.page.reload();
  await there.page.getByText(ERRORS.passwordModified.message).waitFor();
});
