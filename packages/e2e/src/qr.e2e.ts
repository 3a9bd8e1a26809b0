import { ERRORS, QR_SECONDS } from '@northlight/contract';
import { SteppedClock } from '@northlight/runtime';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindings } from './axe.ts';
import { type Product, startProduct } from './seed.ts';
import { PASSWORD } from './steps.ts';

const ACCOUNT = 'phone@example.com';
const PHONE = { width: 390, height: 844 };

const clock = new SteppedClock();
let product: Product;

beforeAll(async () => {
  product = await startProduct({ clock });
  await using _owner = await product.signIn(ACCOUNT);
});

afterAll(() => product?.[Symbol.asyncDispose]());

/** Opens the pane with the QR code; returns the code's content as a camera would read it. */
async function showCode(page: Page, open: () => Promise<unknown>): Promise<string> {
  const created = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/v1/session/qr') && answer.request().method() === 'POST',
  );
  await open();
  const { path } = (await (await created).json()) as { path: string };
  await page.getByRole('img', { name: 'Code to scan with your phone' }).waitFor();
  return path;
}

async function openPane(page: Page): Promise<string> {
  await page.goto('/login?return=%2Faccount%2Fsecurity');
  return showCode(page, () => page.getByText('QR code').click());
}

async function signInOnPhone(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await page.getByLabel('E-mail or mobile number').fill(ACCOUNT);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in on another screen' }).waitFor();
}

describe('signing in with a QR code', () => {
  it('opens the console after the phone has signed in and confirmed', async () => {
    await using screen = await product.visit();
    await using phone = await product.visit();
    await phone.page.setViewportSize(PHONE);
    const path = await openPane(screen.page);
    expect(await findAxeFindings(screen.page)).toEqual([]);
    await phone.page.goto(path);
    await signInOnPhone(phone.page);
    await phone.page.getByText(/ on Linux$/).waitFor();
    await phone.page.getByText('127.0.0.1').waitFor();
    expect(await findAxeFindings(phone.page)).toEqual([]);
    await screen.page.getByText('Confirm on the phone to sign in here.').waitFor();
    await phone.page.getByRole('button', { name: 'Confirm sign-in' }).click();
    await phone.page.getByText('The other screen is being signed in.').waitFor();
    await screen.page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await screen.page.getByRole('button', { name: /^Account/ }).click();
    await screen.page.getByText(ACCOUNT).first().waitFor();
    await phone.page.goto(path);
    await phone.page.getByText(ERRORS.loginCodeUsed.message).waitFor();
  });

  it('does not sign in when the phone rejects, and shows a new code', async () => {
    await using screen = await product.visit();
    await using phone = await product.visit();
    await phone.page.setViewportSize(PHONE);
    const path = await openPane(screen.page);
    await phone.page.goto(path);
    await signInOnPhone(phone.page);
    await phone.page.getByRole('button', { name: 'Refuse sign-in' }).click();
    await phone.page.getByText('No browser was signed in.').waitFor();
    await screen.page.getByText('The code has expired').waitFor();
    expect(await findAxeFindings(screen.page)).toEqual([]);
    const next = await showCode(screen.page, () =>
      screen.page.getByRole('button', { name: 'Show a new code' }).click(),
    );
    expect(next).not.toBe(path);
    await phone.page.goto('/static/lrf?qr=nothing');
    await phone.page.getByText(ERRORS.loginCodeInvalid.message).waitFor();
  });

  it('shows that the code has expired and that the server cannot be reached', async () => {
    await using screen = await product.visit();
    await using phone = await product.visit();
    const path = await openPane(screen.page);
    await clock.advance(QR_SECONDS * 1000);
    await screen.page.getByText('The code has expired').waitFor();
    await phone.page.goto(path);
    await signInOnPhone(phone.page);
    await phone.page.getByText(ERRORS.loginCodeExpired.message).waitFor();
    await screen.context.setOffline(true);
    await screen.page.getByRole('button', { name: 'Show a new code' }).click();
    await screen.page.getByText('No connection').waitFor();
    await screen.context.setOffline(false);
    await showCode(screen.page, () => screen.page.getByRole('button', { name: 'Try again' }).click());
  });
});
