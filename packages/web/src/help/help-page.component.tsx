import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';

const search = page.getByRole('textbox', { name: 'Search the help' });

it('opens from the account menu, and finds pages by text and by error code', async () => {
  const { address, back } = await openConsole('/help/roles');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect.element(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  await search.fill('recovery codes');
  await page.getByRole('link', { name: 'Account security: Two-factor authentication' }).first().click();
  await expect.element(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeInViewport();
  back();
  await search.fill('1162');
  const hit = page.getByRole('link', { name: 'Error codes: Code 1162' });
  await expect.element(hit).toBeVisible();
  (hit.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('cell', { name: '1162', exact: true })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Code or text' })).toHaveValue('1162');
  expect(address()).toContain('/help/error-codes');
});
