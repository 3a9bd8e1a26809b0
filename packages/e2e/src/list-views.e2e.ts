import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { PASSWORD } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

const readHeads = (page: Page): Promise<string[]> => page.getByRole('columnheader').allTextContents();

describe('the columns and filters of a list', () => {
  it('are the same in another browser of the account', async () => {
    await using installer = await product.install({
      devices: [{ model: 'NL-SW8P', name: 'Switch' }],
    });
    const { account, page, project } = installer;
    await page.getByRole('row').filter({ hasText: 'Switch' }).waitFor();
    expect(await readHeads(page)).toContain('Memory (%)');
    await page.getByRole('button', { name: 'Columns and density' }).click();
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/list-views/devices') && answer.ok(),
    );
    await page.getByRole('checkbox', { name: 'Memory (%)' }).click();
    await saved;
    await page.keyboard.press('Escape');
    await using elsewhere = await product.visit();
    const other = elsewhere.page;
    await other.goto(`/login?return=${encodeURIComponent(`/manage/devconf?project=${project.id}`)}`);
    await other.getByLabel('E-mail or mobile number').fill(account);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other
      .getByRole('heading', { name: 'Overview' })
      .or(other.getByText(project.name))
      .first()
      .waitFor();
    await other.goto(`/manage/devconf?project=${project.id}`);
    await other.getByRole('row').filter({ hasText: 'Switch' }).waitFor();
    await other.getByRole('columnheader', { name: 'Memory (%)' }).waitFor({ state: 'hidden' });
    expect(await readHeads(other)).toContain('CPU (%)');
  });
});
