import { capabilitiesOf, DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, openDemo, row, rowSays, signUp } from './steps.ts';

const FASTER = 20;
const FLEET = 24;

let env: DevEnv;
let browser: Browser;
let visitor: Visit;

beforeAll(async () => {
  env = await startDevEnv({ speed: FASTER, demo: true });
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const open = (page: Page, title: string): Promise<void> =>
  page.getByRole('link', { name: title, exact: true }).click();
const stage = (page: Page): Promise<void> => page.getByRole('button', { name: 'Stage', exact: true }).click();
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

describe('a wireless network made in the console', () => {
  it('is staged with its password, and refused on its field before that', async () => {
    const { page } = visitor;
    const fleet = await env.fleetOf(FLEET);
    const points = fleet.base.filter(({ model }) => capabilitiesOf(model)?.kind === 'ap').slice(0, 2);
    await signUp(page, 'wireless@example.com');
    await makeProject(page, 'Small hotel');
    for (const [index, point] of points.entries()) await addDevice(page, point, `AP-${index + 1}`);
    await rowSays(page, 'AP-1', 'Online');
    await rowSays(page, 'AP-2', 'Online');
    await open(page, 'Wireless');
    await page.getByRole('heading', { name: 'No policies yet' }).waitFor();
    await addPolicy(page, 'Staff', 'Office');
    await stage(page);
    await page.getByText('Enter the password.').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await stage(page);
    await isStaged(page, 1);
    await row(page, 'Office').filter({ hasText: 'Not applied yet' }).waitFor();
  });

  it('offers only algorithms that the mode has, and says why not the others', async () => {
    const { page } = visitor;
    await choose(page, 'Security mode', 'WPA3-SAE');
    await page.getByText('WPA3-SAE works with AES only').waitFor();
    await page.getByRole('combobox', { name: 'Encryption' }).click();
    const tkip = page.getByRole('option', { name: 'TKIP: not with this mode' });
    expect(await tkip.getAttribute('data-combobox-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Security mode' }).click();
    const other = page.getByRole('option', { name: /^Other/ });
    expect(await other.getAttribute('data-combobox-disabled')).toBe('true');
    expect(await other.textContent()).toContain('cannot be chosen');
    await page.getByRole('option', { name: 'WPA2-PSK', exact: true }).click();
  });

  it('paints a shutdown period with the keyboard, and to the minute', async () => {
    const { page } = visitor;
    const grid = page.getByRole('grid', { name: 'Hours off the air' });
    await grid.locator('[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await grid.getByRole('gridcell', { name: 'Monday 23:00 to 24:00, off the air' }).waitFor();
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
  });

  it('names the other policy of a conflict, and leads to it', async () => {
    const { page } = visitor;
    await addPolicy(page, 'Lobby', 'office');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await stage(page);
    await page.getByText('“Lobby” and “Staff” both have the name office on 2.4G.').waitFor();
    await page.getByRole('link', { name: 'Staff', exact: true }).waitFor();
    await page.getByLabel('SSID', { exact: true }).fill('Lobby');
    await page.getByRole('button', { name: '10 up, 20 down' }).click();
    await stage(page);
    await isStaged(page, 2);
  });

  it('is on the air after it was applied, by the word of the radios', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('Wireless policy Staff').first().waitFor();
    expect(await review.textContent()).not.toContain('long enough');
    await review.getByRole('button', { name: /^Apply/ }).click();
    await review.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    await review.getByRole('button', { name: 'Close', exact: true }).click();
    await row(page, 'Office')
      .filter({ hasText: /(?<!\d)(\d+) of \1(?!\d)/ })
      .waitFor({ timeout: 90_000 });
    const jobs = page.getByRole('button', { name: 'Put away' });
    if (await jobs.isVisible()) await jobs.click();
  });

  it('keeps its password when it is renamed', async () => {
    const { page } = visitor;
    await row(page, 'Office').first().click();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Name', { exact: true }).fill('Employees');
    await stage(page);
    await isStaged(page, 1);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByText('Wireless policy Employees, name').waitFor();
    await page.keyboard.press('Escape');
  });

  it('is turned off where it stands', async () => {
    const { page } = visitor;
    await page.getByRole('checkbox', { name: 'Lobby is enabled' }).uncheck();
    await isStaged(page, 2);
  });
});

describe('radios and the blacklist', () => {
  it('sets a radio, and says which channels and widths go together', async () => {
    const { page } = visitor;
    await open(page, 'Device Maintenance');
    await row(page, 'AP-1').first().click();
    const device = page.getByRole('complementary', { name: 'Device' });
    await device.getByText('Radios', { exact: true }).click();
    const radio = device.getByRole('region', { name: 'Radio 5G', exact: true });
    await radio.getByText('On the air').waitFor();
    await radio.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: '165', exact: true }).click();
    await radio.getByRole('combobox', { name: 'Width' }).click();
    const wide = page.getByRole('option', { name: '80 MHz: Channel 165 has no room for 80 MHz.' });
    expect(await wide.getAttribute('data-combobox-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await device.getByText('3 changes staged in the network').waitFor();
  });

  it('keeps a client out', async () => {
    const { page } = visitor;
    await page.goto('/manage/onlinelist?tab=blacklist&open=new');
    await page.getByLabel('MAC', { exact: true }).fill('02-00-00-00-00-0');
    await stage(page);
    await page.getByText('Enter a MAC address such as').waitFor();
    await page.getByLabel('MAC', { exact: true }).fill('02-00-00-00-00-09');
    await stage(page);
    await row(page, '02:00:00:00:00:09').filter({ hasText: 'New' }).waitFor();
  });
});

describe('the demo', () => {
  it('has its policies on the air, and lets nobody change them', async () => {
    await using demo = await visit(browser, env.address);
    const { page } = demo;
    await openDemo(page);
    await page.goto(`/manage/wirelessconf?project=${DEMO_WLAN_PROJECT}`);
    await row(page, 'Grand Hotel Staff')
      .filter({ hasText: /\d+ of \d+/ })
      .waitFor({ timeout: 60_000 });
    const add = page.getByRole('button', { name: 'Add policy' }).first();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.focus();
    await page.getByRole('tooltip').getByText(ERRORS.demoProject.message).waitFor();
    const enabled = page.getByRole('checkbox', { name: /^Guests is enabled/ });
    expect(await enabled.getAttribute('aria-disabled')).toBe('true');
    await row(page, 'Grand Hotel Staff').first().click();
    await panel(page).getByRole('region', { name: 'On the air' }).waitFor();
    expect(await page.getByLabel('SSID', { exact: true }).isDisabled()).toBe(true);
  });
});
