import { ERRORS } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { PASSWORD } from './steps.ts';

const ACCOUNT = 'phone@example.com';
const PHONE = { width: 390, height: 844 };

let product: Product;

beforeAll(async () => {
  product = await startProduct();
  await using _owner = await product.signIn(ACCOUNT);
});

afterAll(() => product?.[Symbol.asyncDispose]());

/** Opens the pane with the QR code; returns the code's content as a camera would read it. */
async function openPane(page: Page): Promise<string> {
  await page.goto('/login?return=%2Faccount%2Fsecurity');
  const created = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/v1/session/qr') && answer.request().method() === 'POST',
  );
  await page.getByText('QR code').click();
  const { path } = (await (await created).json()) as { path: string };
  await expect(page.getByRole('img', { name: 'Code to scan with your phone' })).toBeVisible();
  return path;
}

async function signInOnPhone(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByLabel('E-mail or mobile number').fill(ACCOUNT);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in on another screen' })).toBeVisible();
}

it('a QR code opens the console after the phone has signed in and confirmed', async () => {
  await using screen = await product.visit();
  await using phone = await product.visit();
  await phone.page.setViewportSize(PHONE);
  const path = await openPane(screen.page);
  await phone.page.goto(path);
  await signInOnPhone(phone.page);
  await expect(phone.page.getByText(/ on Linux$/)).toBeVisible();
  await expect(phone.page.getByText('127.0.0.1')).toBeVisible();
  await expect(screen.page.getByText('Confirm on the phone to sign in here.')).toBeVisible();
  await phone.page.getByRole('button', { name: 'Confirm sign-in' }).click();
  await expect(phone.page.getByText('The other screen is being signed in.')).toBeVisible();
  await expect(screen.page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await screen.page.getByRole('button', { name: /^Account/ }).click();
  await expect(screen.page.getByText(ACCOUNT).first()).toBeVisible();
  await phone.page.goto(path);
  await expect(phone.page.getByText(ERRORS.loginCodeUsed.message)).toBeVisible();
});
