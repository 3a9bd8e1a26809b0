import { DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { openDemo, findRow } from './steps.ts';

const PAGE = '/manage/wirelessconf';
const PASSPHRASE = 'long enough';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20, demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

const stage = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to draft', exact: true }).click();
const isStaged = (page: Page, count: number): Promise<void> =>
  page
    .getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`)
    .first()
    .waitFor();
const panel = (page: Page) => page.getByRole('complementary', { name: 'Wi-Fi network' });

async function addPolicy(page: Page, name: string, ssid: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Wi-Fi network' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('SSID', { exact: true }).fill(ssid);
}

/** Adds a policy with a password to the draft; its form closes. */
async function stagePolicy(page: Page): Promise<void> {
  await addPolicy(page, 'Staff', 'Office');
  await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
  await stage(page);
  await isStaged(page, 1);
}

/** Returns a project without devices in which the policy “Staff” is applied. */
async function withPolicy(): Promise<Installer> {
  const installer = await product.install({ path: PAGE });
  const { page } = installer;
  await stagePolicy(page);
  await page.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: /^Apply/ }).click();
  await review.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('region', { name: 'Staged changes' }).waitFor({ state: 'detached' });
  return installer;
}

describe('a Wi-Fi network created in the console', () => {
  it('is broadcast by the radios of every access point after it is applied', async () => {
    const devices = [
      { model: 'NL-AP6C', name: 'AP-1' },
      { model: 'NL-AP6C', name: 'AP-2' },
    ];
    await using installer = await product.install({ devices, path: PAGE });
    const { page } = installer;
    await stagePolicy(page);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('Wireless policy Staff').first().waitFor();
    await expect(review).not.toContainText(PASSPHRASE);
    await review.getByRole('button', { name: /^Apply/ }).click();
    await review.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    await review.getByRole('button', { name: 'Close', exact: true }).click();
    await findRow(page, 'Office')
      .filter({ hasText: /(?<!\d)(\d+) of \1(?!\d)/ })
      .waitFor({ timeout: 90_000 });
  });

  it('keeps its password when it is renamed', async () => {
    await using installer = await withPolicy();
    const { page } = installer;
    await findRow(page, 'Office').first().click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByLabel('Name', { exact: true }).fill('Employees');
    await stage(page);
    await isStaged(page, 1);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByText('Wireless policy Employees', { exact: true }).waitFor();
  });
});

describe('the demo', () => {
  it('broadcasts its policies, and does not let visitors change them', async () => {
    await using demo = await product.visit();
    const { page } = demo;
    await openDemo(page);
    await page.goto(`/manage/wirelessconf?project=${DEMO_WLAN_PROJECT}`);
    await findRow(page, 'Grand Hotel Staff')
      .filter({ hasText: /\d+ of \d+/ })
      .waitFor({ timeout: 60_000 });
    const add = page.getByRole('button', { name: 'Add Wi-Fi network' }).first();
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.focus();
    await page.getByRole('tooltip').getByText(ERRORS.demoProject.message).waitFor();
    await expect(page.getByRole('switch', { name: /is enabled/ })).toHaveCount(0);
    await findRow(page, 'Grand Hotel Staff').first().click();
    await panel(page).getByRole('region', { name: 'Broadcasting' }).waitFor();
    await panel(page).getByText('Demo projects are read-only.').waitFor();
    await page.getByRole('group', { name: 'SSID', exact: true }).getByText('Grand Hotel Staff').waitFor();
  });
});
