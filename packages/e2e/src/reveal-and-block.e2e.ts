import { DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installer, type Product, startProduct } from './seed.ts';
import { openDemo, findRow } from './steps.ts';

const WIRELESS = '/manage/wirelessconf';
const KEY = 'lobby key 2026';
const SHARED = 'shared-by-radius';
const LINE = 'line-password';
const GATEWAY = { model: 'NL-GW5', name: 'GW-1' };
const ACCESS_POINT = { model: 'NL-AP6C', name: 'AP-1' };

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
  expect(await page.getByText(secret, { exact: true }).count()).toBe(0);
  await button(page, `Reveal ${label}`).click();
  await page.getByText(secret, { exact: true }).waitFor();
  for (const input of await page.locator('input').all())
    expect(await input.inputValue()).not.toContain(secret);
  await button(page, `Hide ${label}`).click();
  await page.getByText(secret, { exact: true }).waitFor({ state: 'hidden' });
}

const readDisabledReason = async (page: Page, name: string): Promise<string | null> => {
  const off = button(page, name);
  expect(await off.getAttribute('aria-disabled')).toBe('true');
  return page.locator(`[id="${await off.getAttribute('aria-describedby')}"]`).textContent();
};

/** Opens the form of a policy “Lobby” that is not staged yet. */
async function addPolicy(page: Page): Promise<void> {
  await button(page, 'Add policy').first().click();
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
  expect(JSON.stringify(rows)).not.toMatch(new RegExp([KEY, SHARED, LINE].join('|')));
}

describe('a stored secret', () => {
  it('is revealed on request in a wireless policy, and is not filled into the form', async () => {
    await using installer = await product.install({ path: WIRELESS });
    const { page } = installer;
    await addPolicy(page);
    expect(await button(page, 'Reveal current password').count()).toBe(0);
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

  it('is revealed on request for a RADIUS server', async () => {
    await using installer = await product.install({ path: WIRELESS });
    const { page } = installer;
    await addPolicy(page);
    await page.getByRole('combobox', { name: 'Security mode', exact: true }).click();
    await page.getByRole('option', { name: 'WPA2 (RADIUS)', exact: true }).click();
    expect(await button(page, 'Reveal current RADIUS password').count()).toBe(0);
    await page.getByLabel('RADIUS server').fill('10.0.0.5');
    await page.getByLabel('RADIUS password', { exact: true }).fill(SHARED);
    await button(page, 'Add to draft').click();
    await kept(page);
    await page.reload();
    await findRow(page, 'Lobby').first().click();
    await reveals(page, 'current RADIUS password', SHARED);
    await logsReveals(installer, 1);
  });

  it('is revealed on request for a PPPoE connection, and hidden after 30 s', async () => {
    await using installer = await product.install({
      isAlone: true,
      devices: [GATEWAY],
      path: '/manage/networkconf/netset',
    });
    const { page } = installer;
    await button(page, 'Edit settings of WAN1').click();
    await page.getByRole('radio', { name: /^PPPoE/ }).check();
    await page.getByLabel('User name 1').fill('hotel@isp');
    await page.getByLabel('Password 1').fill(LINE);
    await button(page, 'Add to draft').click();
    await isStaged(page, 1);
    await kept(page);
    await page.reload();
    await button(page, 'Edit settings of WAN1').click();
    await reveals(page, 'password of hotel@isp', LINE);
    await page.clock.install();
    await button(page, 'Reveal password of hotel@isp').click();
    await page.getByText(LINE, { exact: true }).waitFor();
    await page.clock.runFor(31_000);
    await page.getByText(LINE, { exact: true }).waitFor({ state: 'hidden' });
    await page.clock.resume();
    await logsReveals(installer, 2);
  });
});

describe('the panel of a client', () => {
  it('blocks the client in the draft, and reverts this by Undo', async () => {
    await using installer = await product.install({ devices: [ACCESS_POINT], path: '/manage/onlinelist' });
    const { page } = installer;
    // Waits for a client, which the simulator connects at a random time.
    const client = findRow(page, '5 GHz').first();
    await client.waitFor({ timeout: 60_000 });
    await client.click();
    const panel = page.getByRole('complementary', { name: 'Client' });
    await panel.getByText('takes effect when you apply the draft').waitFor();
    await button(panel, 'Block client').click();
    await panel.getByText('Staged: when you apply it').waitFor();
    expect(await readDisabledReason(page, 'Block client')).toBe('Blocking this client is already staged.');
    await button(panel, 'Undo').click();
    await panel.getByText('takes effect when you apply the draft').waitFor();
    await button(panel, 'Block client').click();
    const mac = await panel.locator('.mono').first().textContent();
    await page.getByRole('link', { name: 'Review changes' }).click();
    await page
      .getByRole('dialog')
      .getByText(mac ?? 'no MAC')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await findRow(page, mac ?? 'no MAC')
      .filter({ hasText: 'New' })
      .waitFor();
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
    expect(await button(page, 'Reveal current password').count()).toBe(0);
    const details = page.getByRole('group', { name: 'Policy details' });
    await details.getByText('Demo projects are read-only.').waitFor();
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}`);
    await findRow(page, '5 GHz').first().click();
    expect(await readDisabledReason(page, 'Block client')).toBe(ERRORS.demoProject.message);
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}&filter=Band%20%3D%20Wired`);
    await findRow(page, '10.').first().click();
    const panel = page.getByRole('complementary', { name: 'Client', exact: true });
    await panel.getByText('Only wireless clients can be blocked').waitFor();
  });
});
