import { capabilitiesOf } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { workbook } from './spreadsheet.ts';
import { makeProject, rowSays, signUp } from './steps.ts';

const COLUMNS = ['SN', 'Claim code'];
const FLEET = 30;

let env: DevEnv;
let browser: Browser;

beforeAll(async () => {
  env = await startDevEnv();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

async function upload(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Import devices' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'devices.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook([COLUMNS, ...rows]),
    });
}

describe('import', () => {
  it('names every bad row and adds nothing, then adds all of a good file', async () => {
    const { base } = await env.fleetOf(FLEET);
    const labels = base
      .filter(({ model }) => capabilitiesOf(model)?.kind === 'ap')
      .map(({ sn, claimCode }) => [sn, claimCode] as const);
    const [first] = labels;
    if (!first) throw new Error('The fleet has no access point.');
    await using visitor = await visit(browser, env.address);
    const { page } = visitor;
    await signUp(page, 'importer@example.com');
    await makeProject(page, 'Spreadsheet');
    await page.getByRole('button', { name: 'Import', exact: true }).first().click();

    await upload(page, [...labels, first, ['SHORT', 'x']]);
    const dialog = page.getByRole('dialog', { name: 'Import devices' });
    await dialog.getByText('2 rows need a fix. Nothing was added').waitFor();
    await dialog.getByText('The serial number is already in row 2.').waitFor();
    await dialog.getByText('The serial number has 16 to 32 letters or digits.').waitFor();

    await upload(page, labels);
    await dialog.getByText(`${labels.length} devices added.`).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rowSays(page, first[0], 'Online');
    expect(await page.getByText(`${labels.length} devices`, { exact: true }).count()).toBe(1);
    expect(visitor.complaints).toEqual([]);
  });
});
