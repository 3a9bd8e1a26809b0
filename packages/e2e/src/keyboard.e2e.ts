import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installer, type Product, startProduct } from './seed.ts';
import { findRow } from './steps.ts';

const MAX_TABS = 140;
const PAGES = [
  '/overview/preview',
  '/overview/list',
  '/manage/wirelessconf',
  '/manage/authority',
  '/manage/runlog',
  '/static/transfer',
  '/account/profile',
  '/account/security',
  '/account/records',
  '/cloud-code',
  '/messages',
  '/devices/verify',
  '/help',
  '/help/api',
  '/about',
  '/accounts',
];

let product: Product;
/** Account of all tests that only open pages. */
let operator: Installer;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.install({ path: '' });
  const { db } = product.env.server.context.services;
  await db.updateTable('accounts').set({ kind: 1 }).where('account', '=', operator.account).execute();
});

afterAll(async () => {
  await operator?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

/** Presses Tab through a page; returns the controls that were never focused. */
async function unreached(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) =>
      (target as Element).setAttribute('data-reached', ''),
    );
  });
  for (let count = 0; count < MAX_TABS; count++) {
    await page.keyboard.press('Tab');
    // After one round the focus is on the browser's own controls, before the first link.
    if (count > 5 && (await page.evaluate(() => document.activeElement === document.body))) break;
  }
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((element) => !element.matches(':disabled, [tabindex="-1"], [aria-hidden="true"] *'))
      // Counts one radio button of a group, because arrow keys reach the others.
      .filter(
        (element) => !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
      )
      .filter((element) => !element.hasAttribute('data-reached'))
      .map(
        (element) =>
          `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
      ),
  );
}

describe('keyboard control', () => {
  it.each(PAGES)('reaches every control of %s', async (path) => {
    const { page } = operator;
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    // Waits for the account menu, which is loaded after the page.
    await page.getByRole('button', { name: /^Account:/ }).waitFor();
    // Repeats the walk, because content that loads late can replace controls that were reached before.
    await expect.poll(() => unreached(page), { timeout: 10_000 }).toEqual([]);
  });

  it('shares a project, and opens and closes the panel of the share', async () => {
    await using friend = await product.signIn();
    await using owner = await product.install({ projectName: 'Keys', path: '/overview/preview' });
    const { page } = owner;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').waitFor();
    await page.keyboard.type('permission');
    await page.getByRole('dialog').getByText('Permission sharing').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Not shared yet').waitFor();
    await page.getByRole('button', { name: 'Share project', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Share Keys' }).waitFor();
    await page.keyboard.type(friend.account);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const shared = findRow(page, friend.account).filter({ hasText: 'Read-write' });
    await shared.waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Share' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Share' }).waitFor({ state: 'detached' });
  });

  it('closes a menu by the first Escape and the panel by the second', async () => {
    await using owner = await product.install({ devices: [{ model: 'NL-AP6C', name: 'AP-1' }] });
    const { page } = owner;
    await findRow(page, 'AP-1').first().click();
    const panel = page.getByRole('complementary', { name: 'Device' });
    await panel.getByRole('button', { name: 'More actions' }).click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'Locate' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await panel.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('opens the first device that the palette finds, and asks before the device is restarted', async () => {
    await using owner = await product.install({ devices: [{ model: 'NL-AP6C', name: 'AP-1' }] });
    const { page } = owner;
    await findRow(page, 'AP-1').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill('AP-1');
    await page.getByRole('dialog').getByText('Restart AP-1').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill('reboot AP-1');
    await page.getByRole('dialog').getByText('Restart AP-1').click();
    await page.getByRole('dialog', { name: 'Restart AP-1?' }).waitFor();
  });
});
