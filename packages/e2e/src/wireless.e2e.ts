import { DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installer, type Product, startProduct } from './seed.ts';
import { openDemo, findRow } from './steps.ts';

const PAGE = '/manage/wirelessconf';
const PASSPHRASE = 'long enough';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20, demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

const stage = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to draft', exact: true }).click();
const isStaged = (page: Page, count: number): Promise<void> =>
  page
    .getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`)
    .first()
    .waitFor();
const panel = (page: Page) => page.getByRole('complementary', { name: 'Policy' });
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

async function addPolicy(page: Page, name: string, ssid: string): Promise<void> {
  await page.getByRole('button', { name: 'Add policy' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('SSID', { exact: true }).fill(ssid);
}

/** Adds a policy with a password to the draft; its form closes. */
async function stagePolicy(page: Page): Promise<void> {
  await addPolicy(page, 'Staff', 'Office');
  await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
  await stage(page);
  await isStaged(page, 1);
}

/** Returns a project without devices in which the policy “Staff” is applied. */
async function withPolicy(): Promise<Installer> {
  const installer = await product.install({ path: PAGE });
  const { page } = installer;
  await stagePolicy(page);
  await page.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: /^Apply/ }).click();
  await review.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('region', { name: 'Staged changes' }).waitFor({ state: 'detached' });
  return installer;
}

describe('a Wi-Fi network created in the console', () => {
  it('is staged with its password, and shows an error at the password field without a password', async () => {
    await using installer = await product.install({ path: PAGE });
    const { page } = installer;
    await page.getByRole('heading', { name: 'No policies yet' }).waitFor();
    await addPolicy(page, 'Staff', 'Office');
    await stage(page);
    await page.getByText('Enter the password.').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
    await stage(page);
    await isStaged(page, 1);
    await findRow(page, 'Office').filter({ hasText: 'Not applied yet' }).waitFor();
  });

  it('offers only the ciphers of the security mode, and states why others are unavailable', async () => {
    await using installer = await product.install({ path: PAGE });
    const { page } = installer;
    await stagePolicy(page);
    await findRow(page, 'Office').first().click();
    await choose(page, 'Security mode', 'WPA3-SAE');
    await panel(page)
      .getByRole('button', { name: /^Advanced/ })
      .click();
    await page.getByText('WPA3-SAE works with AES only').waitFor();
    await page.getByRole('combobox', { name: 'Encryption' }).click();
    const tkip = page.getByRole('option', { name: 'TKIP: not with this mode' });
    expect(await tkip.getAttribute('data-combobox-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Security mode' }).click();
    const other = page.getByRole('option', { name: /^Other/ });
    expect(await other.getAttribute('data-combobox-disabled')).toBe('true');
    expect(await other.textContent()).toContain('cannot be configured');
  });

  it('accepts a shutdown period by keyboard, to the minute', async () => {
    await using installer = await product.install({ path: PAGE });
    const { page } = installer;
    await stagePolicy(page);
    await findRow(page, 'Office').first().click();
    await panel(page)
      .getByRole('button', { name: /^Shutdown periods/ })
      .click();
    const grid = page.getByRole('grid', { name: 'Hours with Wi-Fi off' });
    await grid.locator('[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await grid.getByRole('gridcell', { name: 'Monday 23:00 to 24:00, off' }).waitFor();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByLabel('Start of period 1').waitFor();
    expect(await page.getByLabel('Start of period 1').inputValue()).toBe('22:00');
    await page.getByLabel('Start of period 1').fill('22:30');
    await page.keyboard.press('Tab');
    await grid.getByRole('gridcell', { name: 'Monday 22:00 to 23:00, partly off' }).waitFor();
    await page.getByLabel('End of period 1').fill('22:00');
    await page.keyboard.press('Tab');
    await stage(page);
    await page.getByText('The end must be after the start.').waitFor();
    await page.getByLabel('Remove period 1').click();
    await stage(page);
    await isStaged(page, 1);
  });

  it('names the other policy of a conflict, and links to it', async () => {
    await using installer = await product.install({ path: PAGE });
    const { page } = installer;
    await stagePolicy(page);
    await addPolicy(page, 'Lobby', 'office');
    await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
    await stage(page);
    await page.getByText('“Lobby” and “Staff” both have the name office on 2.4 GHz.').waitFor();
    await page.getByRole('link', { name: 'Staff', exact: true }).waitFor();
    await page.getByLabel('SSID', { exact: true }).fill('Lobby');
    await panel(page)
      .getByRole('button', { name: /^Client limits and addresses/ })
      .click();
    await page.getByRole('button', { name: '10 up, 20 down' }).click();
    await stage(page);
    await isStaged(page, 2);
  });

  it('is broadcast by the radios of every access point after it is applied', async () => {
    const devices = [
      { model: 'NL-AP6C', name: 'AP-1' },
      { model: 'NL-AP6C', name: 'AP-2' },
    ];
    await using installer = await product.install({ devices, path: PAGE });
    const { page } = installer;
    await stagePolicy(page);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('Wireless policy Staff').first().waitFor();
    expect(await review.textContent()).not.toContain(PASSPHRASE);
    await review.getByRole('button', { name: /^Apply/ }).click();
    await review.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    await review.getByRole('button', { name: 'Close', exact: true }).click();
    await findRow(page, 'Office')
      .filter({ hasText: /(?<!\d)(\d+) of \1(?!\d)/ })
      .waitFor({ timeout: 90_000 });
  });

  it('keeps its password when it is renamed', async () => {
    await using installer = await withPolicy();
    const { page } = installer;
    await findRow(page, 'Office').first().click();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Name', { exact: true }).fill('Employees');
    await stage(page);
    await isStaged(page, 1);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByText('Wireless policy Employees', { exact: true }).waitFor();
  });

  it('can be disabled in the list of policies', async () => {
    await using installer = await withPolicy();
    const { page } = installer;
    await page.getByRole('switch', { name: 'Staff is enabled' }).uncheck();
    await isStaged(page, 1);
  });
});

describe('the pages for radios and the blacklist', () => {
  it('set a radio, and explain why a channel does not support a width', async () => {
    await using installer = await product.install({ devices: [{ model: 'NL-AP6C', name: 'AP-1' }] });
    const { page } = installer;
    await findRow(page, 'AP-1').first().click();
    const device = page.getByRole('complementary', { name: 'Device' });
    await device.getByRole('radiogroup', { name: 'Device section' }).getByText('Radios').click();
    await device.getByRole('row', { name: /5 GHz Broadcasting/ }).waitFor();
    await device.getByRole('button', { name: 'Show radio 5 GHz' }).click();
    const radio = device.getByRole('region', { name: 'Radio 5 GHz', exact: true });
    await radio.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: '165', exact: true }).click();
    await radio.getByRole('combobox', { name: 'Width' }).click();
    const wide = page.getByRole('option', { name: '80 MHz: Channel 165 does not allow 80 MHz.' });
    expect(await wide.getAttribute('data-combobox-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await device.getByText('1 change staged').waitFor();
  });

  it('block a client by its MAC address', async () => {
    await using installer = await product.install({ path: '' });
    const { page, project } = installer;
    await page.goto(`/manage/onlinelist?project=${project.id}&tab=blacklist&open=new`);
    await page.getByLabel('MAC', { exact: true }).fill('02-00-00-00-00-0');
    await stage(page);
    await page.getByText('Enter a MAC address such as').waitFor();
    await page.getByLabel('MAC', { exact: true }).fill('02-00-00-00-00-09');
    await stage(page);
    await findRow(page, '02:00:00:00:00:09').filter({ hasText: 'New' }).waitFor();
  });
});

describe('the demo', () => {
  it('broadcasts its policies, and does not let visitors change them', async () => {
    await using demo = await product.visit();
    const { page } = demo;
    await openDemo(page);
    await page.goto(`/manage/wirelessconf?project=${DEMO_WLAN_PROJECT}`);
    await findRow(page, 'Grand Hotel Staff')
      .filter({ hasText: /\d+ of \d+/ })
      .waitFor({ timeout: 60_000 });
    const add = page.getByRole('button', { name: 'Add policy' }).first();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.focus();
    await page.getByRole('tooltip').getByText(ERRORS.demoProject.message).waitFor();
    expect(await page.getByRole('switch', { name: /is enabled/ }).count()).toBe(0);
    await findRow(page, 'Grand Hotel Staff').first().click();
    await panel(page).getByRole('region', { name: 'Broadcasting' }).waitFor();
    await panel(page).getByText('Demo projects are read-only.').waitFor();
    await page.getByRole('group', { name: 'SSID', exact: true }).getByText('Grand Hotel Staff').waitFor();
  });
});
