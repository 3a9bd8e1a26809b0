import { afterAll, beforeAll, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

it('the help shows an operation of the server’s API with its fields, errors and an example', async () => {
  await using reader = await product.visit();
  const { page } = reader;
  await openDemo(page);
  await page.goto('/help/api');
  await page.getByRole('textbox', { name: 'Search operations' }).fill('restart');
  await page.getByRole('link', { name: 'deviceRestart' }).press('Enter');
  const operation = page.getByRole('region', { name: 'deviceRestart' });
  await expect(operation).toContainText('Configure and maintain a project');
  await expect(operation).toContainText('36: ');
  await expect(operation).toContainText('Authorization: Bearer $NORTHLIGHT_TOKEN');
  await expect(page).toHaveURL(/open=deviceRestart/);
});
