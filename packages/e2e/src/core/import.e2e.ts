import { findCapabilities } from '@northlight/contract';
import { afterAll, beforeAll, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, startProduct } from '../seed.ts';
import { createWorkbook } from '../spreadsheet.ts';
import type { DeviceLabel } from '../steps.ts';

const FLEET = 30;
const IMPORTED = 5;

let product: Product;
/** Devices of kinds of which a WLAN project can contain several. */
let labels: readonly DeviceLabel[];

beforeAll(async () => {
  product = await startProduct();
  const { base } = await product.env.fleetOf(FLEET);
  const kinds = new Set<string | undefined>(['ap', 'switch', 'ipc', 'nvr']);
  labels = base.filter(({ model }) => kinds.has(findCapabilities(model)?.kind)).slice(0, IMPORTED);
});

afterAll(() => product?.[Symbol.asyncDispose]());

it('the dialog for new devices reads a spreadsheet, and adds no device before the button is pressed', async () => {
  await using installer = await product.install();
  const { page } = installer;
  await page.getByRole('button', { name: 'Add devices', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'devices.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: createWorkbook([
      ['SN', 'Claim code'],
      ...labels.map(({ sn, claimCode }) => [sn, claimCode]),
      ['SHORT', 'x'],
    ]),
  });
  await expect(dialog.getByText('5 devices ready, 1 row needs attention')).toBeVisible();
  await expect(dialog.getByText('The serial number has 16 to 32 letters or digits.')).toBeVisible();
  const params = { projectId: installer.project.id };
  expect((await installer.api.call('deviceList', { params })).total).toBe(0);
  await dialog.getByRole('button', { name: 'Add 5 of 6' }).click();
  await expect(dialog.getByText('5 devices added')).toBeVisible();
  expect((await installer.api.call('deviceList', { params })).total).toBe(5);
});
