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

describe('the console in a browser tab', () => {
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
});
