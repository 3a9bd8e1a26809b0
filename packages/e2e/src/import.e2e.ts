import { findCapabilities } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindings } from './axe.ts';
import { type Product, startProduct } from './seed.ts';
import { createWorkbook } from './spreadsheet.ts';
import { type DeviceLabel, pasteText, waitForRow } from './steps.ts';

const FLEET = 30;
const PHONE = { width: 390, height: 844 };

let product: Product;
let gateway: DeviceLabel;
/** Access points, of which a WLAN project can contain up to 999. */
let points: readonly DeviceLabel[];

beforeAll(async () => {
  product = await startProduct();
  const { base } = await product.env.fleetOf(FLEET);
  points = base.filter(({ model }) =>
    ['ap', 'switch', 'ipc', 'nvr'].includes(findCapabilities(model)?.kind ?? ''),
  );
  const found = base.find(({ model }) => findCapabilities(model)?.kind === 'gateway');
  if (!found) throw new Error('The fleet has no gateway.');
  gateway = found;
});

afterAll(() => product?.[Symbol.asyncDispose]());

const toLine = ({ sn, claimCode }: DeviceLabel) => `${sn}\t${claimCode}`;

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Add devices', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.getByLabel('Serial numbers and claim codes').waitFor();
  return dialog;
}

describe('the dialog for new devices', () => {
  it('checks pasted lines in one pass, adds the valid lines, and adds the other lines after a correction', async () => {
    const [first, second, third] = points;
    if (!first || !second || !third) throw new Error('The fleet is too small.');
    await using installer = await product.install({ devices: [{ model: 'NL-GW5', name: 'Lobby' }] });
    const { page } = installer;
    const dialog = await openDialog(page);
    const wrong = `${third.sn}, 0000000000`;
    await pasteText(page, [`${toLine(first)}\tBar`, toLine(second), wrong, toLine(gateway)].join('\n'));
    await dialog.getByText('2 devices ready, 2 rows to correct').waitFor();
    await dialog.getByText('a project has 1 gateway or AC and Lobby is it.').waitFor();
    const row = dialog.getByRole('group', { name: 'Row 3' });
    const code = row.getByLabel('Claim code');
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    expect(await row.getByLabel('Serial number').getAttribute('aria-invalid')).toBeNull();
    expect(await findAxeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add 2 of 4' }).click();
    await dialog.getByText('2 devices added').waitFor();
    await dialog.getByRole('button', { name: 'Remove row 4' }).click();
    await code.fill(third.claimCode);
    await code.press('Enter');
    await dialog.getByText('1 device ready').waitFor();
    await row.getByLabel('Name').fill('Terrace');
    await dialog.getByRole('button', { name: 'Add 1 device' }).click();
    await dialog.getByText('3 devices added').waitFor();
    await dialog.getByText('All added devices are online.').waitFor({ timeout: 60_000 });
    expect(await findAxeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const name of ['Bar', 'Terrace']) await waitForRow(page, name, 'Online');
  });

  it('reads a spreadsheet, and adds no device before the button is pressed', async () => {
    await using installer = await product.install();
    const { page } = installer;
    const labels = points.slice(3, 8);
    const dialog = await openDialog(page);
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'devices.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: createWorkbook([
        ['SN', 'Claim code'],
        ...labels.map(({ sn, claimCode }) => [sn, claimCode]),
        ['SHORT', 'x'],
      ]),
    });
    await dialog.getByText('5 devices ready, 1 row to correct').waitFor();
    await dialog.getByText('The serial number has 16 to 32 letters or digits.').waitFor();
    const params = { projectId: installer.project.id };
    expect((await installer.api.call('deviceList', { params })).total).toBe(0);
    await dialog.getByRole('button', { name: 'Add 5 of 6' }).click();
    await dialog.getByText('5 devices added').waitFor();
    expect((await installer.api.call('deviceList', { params })).total).toBe(5);
  });

  it('adds one device after another by fields on a phone', async () => {
    await using installer = await product.install();
    const { page } = installer;
    await page.setViewportSize(PHONE);
    const dialog = await openDialog(page);
    for (const { claimCode, sn } of points.slice(8, 10)) {
      await dialog.getByRole('textbox', { name: 'Serial number', exact: true }).fill(sn);
      await dialog.getByRole('textbox', { name: 'Claim code', exact: true }).fill(claimCode);
      await dialog.getByRole('textbox', { name: 'Claim code', exact: true }).press('Enter');
      await dialog.getByText('1 device added').waitFor();
      await dialog.getByRole('button', { name: 'Add more devices' }).click();
    }
    expect(await findAxeFindings(page)).toEqual([]);
  });
});
