import { findCapabilities } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from './seed.ts';
import { createWorkbook } from './spreadsheet.ts';
import { waitForRow } from './steps.ts';

const COLUMNS = ['SN', 'Claim code'];
const FLEET = 30;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

async function upload(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Import devices' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'devices.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: createWorkbook([COLUMNS, ...rows]),
    });
}

describe('an import of devices', () => {
  it('lists every invalid row and adds none, then adds all rows of a correct file', async () => {
    const { base } = await product.env.fleetOf(FLEET);
    const labels = base
      .filter(({ model }) => findCapabilities(model)?.kind === 'ap')
      .map(({ sn, claimCode }) => [sn, claimCode] as const);
    const [first] = labels;
    if (!first) throw new Error('The fleet has no access point.');
    await using installer = await product.install();
    const { page } = installer;
    await page.getByRole('button', { name: 'Import devices', exact: true }).first().click();

    await upload(page, [...labels, first, ['SHORT', 'x']]);
    const dialog = page.getByRole('dialog', { name: 'Import devices' });
    await dialog.getByText('2 rows have errors. No device was added').waitFor();
    await dialog.getByText('The serial number is already in row 2.').waitFor();
    await dialog.getByText('The serial number has 16 to 32 letters or digits.').waitFor();

    await upload(page, labels);
    await dialog.getByText(`${labels.length} devices added.`).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await waitForRow(page, first[0], 'Online');
    expect(await page.getByText(`${labels.length} devices`, { exact: true }).count()).toBe(1);
  });
});
