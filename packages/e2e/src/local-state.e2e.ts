import { ERRORS } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { makeProject, PASSWORD, signUp } from './steps.ts';

const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
/** What an ended session may go on for. */
const THROWN_OUT_MS = 2_000;

let env: DevEnv;
let browser: Browser;

beforeAll(async () => {
  env = await startDevEnv();
  browser = await launchBrowser();
  for (const account of [ANA, BEN]) {
    await using visitor = await visit(browser, env.address);
    await signUp(visitor.page, account);
    if (account === ANA) await makeProject(visitor.page, 'Kept');
  }
});

afterAll(async () => {
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

async function signIn(page: Page, account: string, back: string, password = PASSWORD): Promise<void> {
  await page.goto(`/login?return=${encodeURIComponent(back)}`);
  await page.getByLabel('E-mail or mobile number').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.getByRole('button', { name: /^Account/ }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

type Kept = Record<'local' | 'session', Record<string, string>>;
const kept = (page: Page): Promise<Kept> =>
  page.evaluate(() => ({
    local: Object.fromEntries(Object.entries(localStorage)),
    session: Object.fromEntries(Object.entries(sessionStorage)),
  }));

describe('what the browser keeps', () => {
  it('is the project for the tab, the last account as Base64, and nothing of it after signing out', async () => {
    await using visitor = await visit(browser, env.address);
    const { page, context } = visitor;
    await signIn(page, ANA, '/manage/devconf');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    const { local, session } = await kept(page);
    expect(JSON.parse(session['northlight.project'] ?? '')).toEqual({
      id: expect.any(Number),
      isShare: false,
      netMode: 0,
      projectName: 'Kept',
      right: 'rw',
      zone: expect.stringMatching(/^[+-]\d/),
      type_flag: 0,
    });
    const account: unknown = JSON.parse(local['northlight.last-account'] ?? '');
    expect(Buffer.from(String(account), 'base64').toString()).toBe(ANA);
    const tab = await context.newPage();
    await tab.goto('/overview/list');
    await tab.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await tab.close();
    await page.evaluate(() => localStorage.setItem('northlight.panel-width', '444'));
    await signOut(page);
    const after = await kept(page);
    expect(Object.keys(after.session)).toEqual([]);
    expect(Object.keys(after.local)).not.toContain('northlight.panel-width');
    expect(Object.keys(after.local)).not.toContain('northlight.last-account');
    expect(after.local['northlight.showUpgradeAlertInfo']).toBe('true');
    expect(await page.getByLabel('E-mail or mobile number').inputValue()).toBe('');
  });

  it('goes over to the account that signs in in another tab', async () => {
    await using visitor = await visit(browser, env.address);
    const { page, context } = visitor;
    await signIn(page, ANA, '/manage/devconf');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    const other = await context.newPage();
    await signIn(other, BEN, '/account/profile');
    // The project of the first account is not open to the second: the first tab says so, and never shows it again.
    await page.getByText(ERRORS.projectInvalid.message).waitFor();
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByText(BEN).waitFor();
  });
});

describe('a session that ends', () => {
  it('throws the other browsers out when their sessions are ended, and says so', async () => {
    await using here = await visit(browser, env.address);
    await using there = await visit(browser, env.address);
    await signIn(there.page, ANA, '/manage/devconf');
    await there.page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await signIn(here.page, ANA, '/account/security');
    const thrownOut = there.page.waitForURL('**/login?**', { waitUntil: 'commit' }).then(() => Date.now());
    const ended = here.page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await ended;
    const endedAt = Date.now();
    expect((await thrownOut) - endedAt).toBeLessThanOrEqual(THROWN_OUT_MS);
    await there.page.getByText(ERRORS.sessionEnded.message).waitFor();
    expect(await there.page.getByLabel('E-mail or mobile number').inputValue()).toBe(ANA);
    await there.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await there.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await there.page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await here.page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });

  it('says that the password was changed', async () => {
    await using here = await visit(browser, env.address);
    await using there = await visit(browser, env.address);
    await signIn(there.page, BEN, '/account/profile');
    await there.page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await signIn(here.page, BEN, '/account/security');
    await here.page.getByLabel('Present password').fill(PASSWORD);
    await here.page.getByLabel('New password').fill(`${PASSWORD} again`);
    await here.page.getByRole('button', { name: 'Change the password' }).click();
    await there.page.getByText(ERRORS.passwordModified.message).waitFor();
  });

  it('goes on in every tab while somebody works in one of them', async () => {
    await using visitor = await visit(browser, env.address);
    const { page, context } = visitor;
    await context.clock.install();
    await signIn(page, ANA, '/manage/devconf');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    const other = await context.newPage();
    await other.goto('/overview/list');
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await context.clock.fastForward('29:20');
    await context.clock.runFor(3_000);
    await other.getByRole('dialog', { name: 'Still there?' }).waitFor();
    await page.getByRole('dialog', { name: 'Still there?' }).waitFor();
    await other.getByRole('button', { name: 'Stay signed in' }).click();
    await context.clock.runFor(6_000);
    await page.getByRole('dialog', { name: 'Still there?' }).waitFor({ state: 'detached' });
    await context.clock.fastForward('02:00');
    await context.clock.runFor(3_000);
    await page.reload();
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
  });

  it('warns whoever does nothing for half an hour, and signs out a minute later', async () => {
    await using visitor = await visit(browser, env.address);
    const { page } = visitor;
    await page.clock.install();
    await signIn(page, ANA, '/manage/devconf');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await page.clock.fastForward('28:00');
    await page.clock.runFor(3_000);
    expect(await page.getByRole('dialog', { name: 'Still there?' }).count()).toBe(0);
    await page.clock.fastForward('01:10');
    await page.clock.runFor(3_000);
    const warning = page.getByRole('dialog', { name: 'Still there?' });
    await warning.getByText(/You are signed out in \d+ seconds/).waitFor();
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await warning.waitFor({ state: 'detached' });
    await page.clock.fastForward('29:30');
    await page.clock.runFor(3_000);
    await warning.waitFor();
    await page.clock.fastForward('00:40');
    await page.clock.runFor(3_000);
    await page.getByText('You were signed out, because nothing had happened for a while.').waitFor();
    expect(await page.getByLabel('E-mail or mobile number').inputValue()).toBe('');
    await page.goto('/account/security');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
