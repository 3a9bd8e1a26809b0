import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';

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
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    // Waits for the account menu, which is loaded after the page.
    await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
    // Repeats the walk, because content that loads late can replace controls that were reached before.
    await expect.poll(() => unreached(page), { timeout: 30_000 }).toEqual([]);
  });
});
