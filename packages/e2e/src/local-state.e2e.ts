import { ERRORS } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { PASSWORD } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

async function signIn(page: Page, account: string, back: string): Promise<void> {
  await page.goto(`/login?return=${encodeURIComponent(back)}`);
  await page.getByLabel('E-mail or mobile number').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
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

describe('the console in a browser tab', () => {
  it('stores its project and the last account in Base64, and clears both at sign-out', async () => {
    await using owner = await product.install({ projectName: 'Kept', path: '' });
    const { account, context, page } = owner;
    await context.clearCookies();
    await signIn(page, account, '/manage/devconf');
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
    const last: unknown = JSON.parse(local['northlight.last-account'] ?? '');
    expect(Buffer.from(String(last), 'base64').toString()).toBe(account);
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
    await expect(page.getByLabel('E-mail or mobile number')).toHaveValue('');
  });

  it('removes a global storage that cannot be parsed', async () => {
    await using owner = await product.install();
    const { page } = owner;
    await page.evaluate(() => localStorage.setItem('northlight.global', '"%%%garbage"'));
    await page.reload();
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    expect(Object.keys((await kept(page)).local)).not.toContain('northlight.global');
  });

  it('follows the account that signs in in another tab', async () => {
    await using second = await product.signIn();
    await using first = await product.install();
    const { context, page } = first;
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    const other = await context.newPage();
    await signIn(other, second.account, '/account/profile');
    // The first tab shows that the second account has no access to the project of the first one.
    await page.getByText(ERRORS.projectInvalid.message).waitFor();
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByText(second.account).waitFor();
  });

  it('leaves the sign-in page when another tab signs in, also before the page has loaded', async () => {
    await using owner = await product.install({ path: '' });
    const { account, context, page } = owner;
    await context.clearCookies();
    await page.goto('/login?return=/account/profile');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const other = await context.newPage();
    await signIn(other, account, '/account/security');
    await page.waitForURL('**/account/profile');
    // The tab with the replaced session loads the sign-in page after the other tab has announced the new
    // session.
    await page.goto(`/login?return=/account/profile&why=${ERRORS.sessionEnded.code}`);
    await page.waitForURL('**/account/profile');
  });
});

describe('a session', () => {
  it('ends in other browsers by “Sign out everywhere else”; they show the sign-in page with the reason', async () => {
    await using here = await product.install({ path: '' });
    await using there = await product.visit();
    await signIn(there.page, here.account, '/manage/devconf');
    await there.page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await here.page.goto('/account/security');
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await there.page.waitForURL('**/login?**');
    await there.page.getByText(ERRORS.sessionEnded.message).waitFor();
    await expect(there.page.getByLabel('E-mail or mobile number')).toHaveValue(here.account);
    await there.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await there.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await there.page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await here.page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });

  it('ends with the message that the password was changed', async () => {
    await using here = await product.signIn();
    await using there = await product.visit();
    await signIn(there.page, here.account, '/account/profile');
    await there.page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await here.page.goto('/account/security');
    await here.page.getByLabel('Current password').fill(PASSWORD);
    await here.page.getByLabel('New password').fill(`${PASSWORD} again`);
    await here.page.getByRole('button', { name: 'Change password' }).click();
    await there.page.getByText(ERRORS.passwordModified.message).waitFor();
  });

  it('continues in every tab while the user works in one tab', async () => {
    await using owner = await product.install({ isAlone: true, path: '' });
    const { context, page } = owner;
    await context.clock.install();
    await page.goto('/manage/devconf');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    const other = await context.newPage();
    await other.goto('/overview/list');
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    await context.clock.fastForward('29:20');
    await context.clock.runFor(3_000);
    await other.getByRole('dialog', { name: 'Stay signed in?' }).waitFor();
    await page.getByRole('dialog', { name: 'Stay signed in?' }).waitFor();
    await other.getByRole('button', { name: 'Stay signed in' }).click();
    await context.clock.runFor(6_000);
    await page.getByRole('dialog', { name: 'Stay signed in?' }).waitFor({ state: 'detached' });
    await context.clock.fastForward('02:00');
    await context.clock.runFor(3_000);
    await page.reload();
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
  });

  it('warns before 30 min without activity have passed, and then signs out', async () => {
    await using owner = await product.install({ isAlone: true, path: '' });
    const { page } = owner;
    await page.clock.install();
    await page.goto('/manage/devconf');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await page.clock.fastForward('28:00');
    await page.clock.runFor(3_000);
    await expect(page.getByRole('dialog', { name: 'Stay signed in?' })).toHaveCount(0);
    await page.clock.fastForward('01:10');
    await page.clock.runFor(3_000);
    const warning = page.getByRole('dialog', { name: 'Stay signed in?' });
    await warning.getByText(/You will be signed out in \d+ s/).waitFor();
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await warning.waitFor({ state: 'detached' });
    await page.clock.fastForward('29:30');
    await page.clock.runFor(3_000);
    await warning.waitFor();
    // A pointer at rest is not activity, although the warning appeared under it.
    await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointermove')));
    // Holds the answer of the sign-out until another request of the page is rejected.
    const rejected = page.waitForResponse((response) => response.status() === 401);
    await page.route('**/api/v1/session', async (route) => {
      const response = await route.fetch();
      await rejected;
      await route.fulfill({ response });
    });
    await page.clock.fastForward('00:40');
    await page.clock.runFor(3_000);
    await page.getByText('You were signed out because of inactivity. Sign in again.').waitFor();
    await expect(page.getByLabel('E-mail or mobile number')).toHaveValue('');
    // Playwright must have passed on the held answer before the page is left, or it throws after the story.
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto('/account/security');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
