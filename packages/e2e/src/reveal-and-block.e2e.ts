import { DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { openDemo, findRow } from './steps.ts';

const WIRELESS = '/manage/wirelessconf';
const KEY = 'lobby key 2026';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20, demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const isStaged = (page: Page, count: number): Promise<void> =>
  page
    .getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`)
    .first()
    .waitFor();
const kept = async (page: Page): Promise<void> => {
  await page.getByText('Draft saved.').waitFor();
};

/** Reveals a secret, and expects that no field of the form contains it. */
async function reveals(page: Page, label: string, secret: string): Promise<void> {
  await expect(page.getByText(secret, { exact: true })).toHaveCount(0);
  await button(page, `Reveal ${label}`).click();
  await page.getByText(secret, { exact: true }).waitFor();
  for (const input of await page.locator('input').all())
    await expect(input).not.toHaveValue(new RegExp(secret));
  await button(page, `Hide ${label}`).click();
  await page.getByText(secret, { exact: true }).waitFor({ state: 'hidden' });
}

/** Opens the form of a policy “Lobby” that is not staged yet. */
async function addPolicy(page: Page): Promise<void> {
  await button(page, 'Add Wi-Fi network').first().click();
  await page.getByLabel('Name', { exact: true }).fill('Lobby');
  await page.getByLabel('SSID', { exact: true }).fill('Lobby');
}

/**
 * Expects exactly `count` records of revealed secrets of the project in the operation log, none of which
 * contains a secret.
 */
async function logsReveals({ project }: Installer, count: number): Promise<void> {
  const rows = await product.env.server.context.services.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'network.reveal')
    .where('project_id', '=', project.id)
    .execute();
  expect(rows).toHaveLength(count);
  expect(JSON.stringify(rows)).not.toContain(KEY);
}

describe('a stored secret', () => {
  it('is revealed on request in a wireless policy, and is not filled into the form', async () => {
    await using installer = await product.install({ path: WIRELESS });
    const { page } = installer;
    await addPolicy(page);
    await expect(button(page, 'Reveal current password')).toHaveCount(0);
    await page.getByLabel('Password', { exact: true }).fill(KEY);
    await button(page, 'Add to draft').click();
    await isStaged(page, 1);
    await kept(page);
    await page.reload();
    await findRow(page, 'Lobby').first().click();
    await reveals(page, 'current password', KEY);
    await button(page, 'Add to draft').click();
    await isStaged(page, 1);
    await logsReveals(installer, 1);
  });
});

describe('the demo', () => {
  it('does not let visitors reveal secrets or block clients, and shows the reason', async () => {
    await using demo = await product.visit();
    const { page } = demo;
    await openDemo(page);
    await page.goto(`/manage/wirelessconf?project=${DEMO_WLAN_PROJECT}`);
    await findRow(page, 'Grand Hotel Staff').first().click();
    await page.getByRole('group', { name: 'Password', exact: true }).getByText('Set, hidden').waitFor();
    await expect(button(page, 'Reveal current password')).toHaveCount(0);
    const details = page.getByRole('group', { name: 'Wi-Fi network details' });
    await details.getByText('Demo projects are read-only.').waitFor();
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}`);
    await findRow(page, '5 GHz').first().click();
    const block = button(page, 'Block client');
    await expect(block).toHaveAttribute('aria-disabled', 'true');
    await expect(block).toHaveAccessibleDescription(ERRORS.demoProject.message);
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}&filter=Band%20%3D%20Wired`);
    await findRow(page, '10.').first().click();
    const panel = page.getByRole('complementary', { name: 'Client', exact: true });
    await panel.getByText('Only wireless clients can be blocked').waitFor();
  });
});
