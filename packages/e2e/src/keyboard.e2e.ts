import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { makeProject, row, signUp } from './steps.ts';

const ACCOUNT = 'keys@example.com';
const FRIEND = 'friend@example.com';
const MOST_TABS = 140;
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

let env: DevEnv;
let browser: Browser;
let person: Visit;

beforeAll(async () => {
  env = await startDevEnv({ demo: false });
  browser = await launchBrowser();
  person = await visit(browser, env.address);
  const friend = await visit(browser, env.address);
  await signUp(friend.page, FRIEND);
  await friend[Symbol.asyncDispose]();
  await signUp(person.page, ACCOUNT);
  await makeProject(person.page, 'Keys');
  const { db } = env.server.context.services;
  await db.updateTable('accounts').set({ kind: 1 }).where('account', '=', ACCOUNT).execute();
});

afterAll(async () => {
  await person?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

/** Walks a page with Tab alone; what can be used by pointer and was never reached. */
async function unreached(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) =>
      (target as Element).setAttribute('data-reached', ''),
    );
  });
  for (let count = 0; count < MOST_TABS; count++) {
    await page.keyboard.press('Tab');
    // Round once: the browser's own frame, then the first link again.
    if (count > 5 && (await page.evaluate(() => document.activeElement === document.body))) break;
  }
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((element) => !element.matches(':disabled, [tabindex="-1"], [aria-hidden="true"] *'))
      // Of a group of radios one is in the way of Tab; arrow keys reach the others.
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

describe('by keyboard alone', () => {
  it.each(PAGES)('everything on %s is reached', async (path) => {
    const { page } = person;
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    // The menu comes after the page.
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    // What a page loads late takes the place of what was reached before: then it is walked again.
    await expect.poll(() => unreached(page), { timeout: 10_000 }).toEqual([]);
  });

  it('a project is shared, and the share opened and closed', async () => {
    const { page } = person;
    await page.goto('/overview/preview');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').waitFor();
    await page.keyboard.type('permission');
    await page.getByRole('dialog').getByText('Permission sharing').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Not shared with anybody').waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Share Keys' }).waitFor();
    await page.keyboard.type(FRIEND);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const shared = row(page, FRIEND).filter({ hasText: 'Read-write' });
    await shared.waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Share' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Share' }).waitFor({ state: 'detached' });
  });
});
