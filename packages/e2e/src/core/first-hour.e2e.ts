import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, startProduct } from '../seed.ts';
import { DEVICE_PASSWORD, PASSWORD, pasteText, readCode } from '../steps.ts';

/** Maximum number of clicks, selections and submissions by Enter. Typing and pasting do not count. */
const MAX_CLICKS = 15;
const FLEET = 24;
const ACCOUNT = 'first@example.com';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});

afterAll(() => product?.[Symbol.asyncDispose]());

/** Clicks like a user and counts the clicks. */
class ClickCounter {
  readonly #steps: string[] = [];

  get count(): number {
    return this.#steps.length;
  }

  async click(target: Locator, label: string): Promise<void> {
    await target.click();
    this.#steps.push(label);
  }

  async press(target: Locator, key: string, label: string): Promise<void> {
    await target.press(key);
    this.#steps.push(label);
  }

  print(): void {
    console.log(`${this.count} clicks: ${this.#steps.join(', ')}`);
  }
}

async function signUpByClicks(page: Page, clicks: ClickCounter): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('E-mail').fill(ACCOUNT);
  await clicks.press(page.getByLabel('E-mail'), 'Enter', 'Send code');
  await page.getByLabel('Digit of the code').first().waitFor();
  await page.getByLabel('Digit of the code').first().focus();
  await page.keyboard.type(await readCode(page, ACCOUNT));
  await page.getByLabel('Name').fill('Installer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await clicks.press(page.getByLabel('Password', { exact: true }), 'Enter', 'Sign up');
  await page.getByText('0 of 5 steps done').waitFor();
}

async function createProjectByClicks(page: Page, clicks: ClickCounter): Promise<void> {
  await clicks.click(page.getByRole('link', { name: 'Create project' }), 'Create project');
  await page.getByLabel('Project name').fill('Hotel Aurora');
  await page.getByRole('combobox', { name: 'Country' }).fill('Portugal');
  await clicks.click(page.getByRole('option', { name: 'Portugal', exact: true }), 'Portugal');
  await page.getByRole('combobox', { name: 'City' }).fill('Lisbon');
  await page.getByLabel('Device management password').fill(DEVICE_PASSWORD);
  await clicks.click(page.getByRole('button', { name: 'Create project' }), 'Create project');
  await page.getByRole('button', { name: 'Hotel Aurora' }).first().waitFor();
}

async function addDevicesByClicks(page: Page, clicks: ClickCounter, lines: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.getByLabel('Serial numbers and claim codes').waitFor();
  await pasteText(page, lines);
  await dialog.getByText('2 devices ready').waitFor();
  await clicks.click(dialog.getByRole('button', { name: 'Add 2 devices' }), 'Add 2 devices');
  await dialog.getByText('All added devices are online.').waitFor({ timeout: 60_000 });
  await clicks.click(dialog.getByRole('button', { name: 'Done' }), 'Done');
}

/** Stages a VLAN with its DHCP pool, in one form or in two. */
async function stageVlanByClicks(page: Page, clicks: ClickCounter): Promise<void> {
  await clicks.click(page.getByRole('link', { name: 'VLAN', exact: true }), 'VLAN');
  await clicks.click(page.getByRole('button', { name: 'Add VLAN' }).first(), 'Add VLAN');
  await page.getByLabel('VLAN ID').fill('20');
  await page.getByLabel('Name', { exact: true }).fill('Guests');
  await clicks.press(page.getByLabel('Name', { exact: true }), 'Enter', 'Add to draft');
  const staged = page.getByText(/^\d changes? staged$/);
  await staged.waitFor();
  if ((await staged.textContent()) === '2 changes staged') return;
  await clicks.click(page.getByRole('link', { name: 'DHCP Policy' }), 'DHCP Policy');
  await clicks.click(page.getByRole('button', { name: 'Add DHCP pool' }).first(), 'Add DHCP pool');
  await page.getByLabel('Name', { exact: true }).fill('guests');
  await clicks.press(page.getByLabel('Name', { exact: true }), 'Enter', 'Add to draft');
  await page.getByText('2 changes staged').waitFor();
}

async function applyByClicks(page: Page, clicks: ClickCounter): Promise<void> {
  await clicks.click(page.getByRole('button', { name: 'Review changes' }), 'Review changes');
  const dialog = page.getByRole('dialog');
  await clicks.click(dialog.getByRole('button', { name: 'Apply 2 changes' }), 'Apply 2 changes');
  await dialog.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
}

describe('the first hour', () => {
  it(`takes at most ${MAX_CLICKS} clicks from the sign-up to a VLAN with DHCP on the devices`, async () => {
    const { base } = await product.env.fleetOf(FLEET);
    const devices = ['NL-GW5', 'NL-AP6C'].map((model) => base.find((device) => device.model === model));
    const lines = devices.map((device) => `${device?.sn} ${device?.claimCode}`).join('\n');
    await using visitor = await product.visit();
    const { page } = visitor;
    const clicks = new ClickCounter();
    await signUpByClicks(page, clicks);
    await createProjectByClicks(page, clicks);
    await addDevicesByClicks(page, clicks, lines);

    await stageVlanByClicks(page, clicks);
    await applyByClicks(page, clicks);
    clicks.print();
    expect(clicks.count).toBeLessThanOrEqual(MAX_CLICKS);
  });

  it('fills in the time zone of the city, and generates a device password that can be copied', async () => {
    await using person = await product.signIn();
    const { page, context } = person;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/projects/new');
    await page.getByLabel('Project name').fill('Hotel Flores');
    await page.getByRole('combobox', { name: 'Country' }).fill('Portugal');
    await page.getByRole('option', { name: 'Portugal' }).click();
    await page.getByRole('combobox', { name: 'City' }).fill('Ponta Delg');
    await page.getByRole('option', { name: 'Ponta Delgada' }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[value^="Atlantic/Azores"]') !== null,
    );
    await page.getByRole('button', { name: 'Create project' }).click();
    const field = page.getByLabel('Device management password');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Generate password' }).click();
    await page.getByText('Copy the password now.').waitFor();
    await page.getByRole('button', { name: 'Copy password' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const password = await page.evaluate(() => navigator.clipboard.readText());
    expect(password).toBe(await field.inputValue());
    await page.getByRole('radio', { name: 'Wireless mesh' }).click();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('dialog', { name: 'Add devices' }).waitFor();
    const { items } = await person.api.call('projectList', {});
    expect(items).toMatchObject([{ city: 'Ponta Delgada', netMode: 1, timeZone: 'Atlantic/Azores' }]);
    expect(items[0]?.province).toBe('Azores');
  });

  it('lists the setup steps on the overview, marks completed steps, and hides the list when the user dismisses it', async () => {
    await using person = await product.signIn();
    const { page } = person;
    await page.goto('/overview/preview');
    await page.getByText('0 of 5 steps done').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
    await expect(page.getByText('0 of 5 steps done')).toHaveCount(0);

    await using installer = await product.install({
      devices: [{ model: 'NL-AP6C', name: 'AP-1' }],
      path: '/overview/preview',
    });
    await installer.page.getByText(/^[34] of 5 steps done$/).waitFor();
    await installer.page.getByRole('link', { name: 'Add VLAN' }).waitFor();
  });
});
