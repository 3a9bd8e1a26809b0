import { DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { readCode, forgetSession, openDemo, PASSWORD } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('signing in', () => {
  it('returns to the requested address after signing in', async () => {
    await using owner = await product.install({ path: '' });
    const { account, context, page, project } = owner;
    await forgetSession(page);
    await page.goto(`/manage/devconf?project=${project.id}&filter=Status%20%3D%20Offline`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(account);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Wrong account or password. Check both.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Remember me').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Status = Offline').waitFor();
    const [cookie] = await context.cookies();
    expect(cookie?.httpOnly).toBe(true);
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    expect(
      await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      ),
    ).not.toContain(cookie?.value);
  });

  it('opens a session that ends in all tabs when the user signs out in one tab', async () => {
    await using visitor = await product.visit();
    const { page, context } = visitor;
    await openDemo(page);
    const other = await context.newPage();
    await other.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}`);
    await other.getByRole('grid', { name: 'Devices' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('accepts a mobile number for signing up, signing in and a forgotten password', async () => {
    await using visitor = await product.visit();
    const { page } = visitor;
    const number = '+8613700000001';
    const field = page.getByLabel('E-mail or mobile number');
    await page.goto('/login?return=%2Faccount%2Fsecurity');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await field.fill('1370000');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Enter a valid e-mail address or mobile number.').waitFor();
    await field.fill('137 0000 0001');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(`Sent to ${number}`).waitFor();
    await page.getByText(/Resend in \d+\ss\./).waitFor();
    const digits = page.getByLabel('Digit of the code');
    await expect(page.locator('.mantine-PinInput-pinInput')).toHaveCount(4);
    await digits.first().click();
    await page.keyboard.type(await readCode(page, number));
    await page.getByLabel('Name').fill('Caller');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();

    await forgetSession(page);
    await page.goto('/static/lrf');
    const forgotten = page.getByRole('link', { name: 'Forgot password?' });
    await expect(forgotten).toHaveAttribute('href', '/static/lrf?page=reset-password');
    await page.goto('/static/lrf?page=reset-password');
    await field.fill(number);
    await page.getByRole('button', { name: 'Send code' }).click();
    // The server refuses a second code for the number within 1 min after the code for the sign-up.
    await page.getByRole('alert').getByText(ERRORS.codeMinuteLimit.message).waitFor();
  });
});
