import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeFirmwareHead } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { DEVICE_PASSWORD, findRow, waitForRow } from './steps.ts';

const SWITCH = { model: 'NL-SW8P', name: 'Switch-1' };
const ACCESS_POINT = { model: 'NL-AP6C', name: 'AP-1' };
const GATEWAY = { model: 'NL-GW5', name: 'GW-1' };
const maker = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20, firmwareKey: maker.publicKey });
});

afterAll(() => product?.[Symbol.asyncDispose]());

function upgradeFile(key: KeyObject, version: string): Buffer {
  const image = Buffer.from(`software ${version} `.repeat(1_000));
  const head = encodeFirmwareHead({
    v: 1,
    models: ['NL-SW8P'],
    version,
    sizeBytes: image.length,
    sha256: hashSha256Hex(image),
  });
  return Buffer.concat([head, sign(null, head, key), image]);
}

const part = (page: Page, tab: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Device section' }).getByText(tab, { exact: true }).click();

async function openTab(page: Page, name: string, tab: string): Promise<void> {
  await findRow(page, name).first().click();
  await part(page, tab);
}

const NEIGHBOUR = /^(FRITZ-Box|Cafe|NeighbourNet|Office|HomeBox|TV|Printer-Direct|Guest|Studio)-\d\d$/;

describe('device maintenance', () => {
  it('runs ping, a Wi-Fi scan and a route query on a device', async () => {
    await using installer = await product.install({ devices: [GATEWAY, ACCESS_POINT] });
    const { page } = installer;
    await openTab(page, 'GW-1', 'Tools');
    await page.getByRole('textbox', { name: 'Host' }).fill('192.0.2.7');
    await page.getByRole('button', { name: 'Ping' }).click();
    await expect(page.getByText('No answer to 4 pings.')).toBeVisible();
    await page.getByRole('button', { name: 'Load routes' }).click();
    await expect(page.getByRole('cell', { name: '0.0.0.0/0' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openTab(page, 'AP-1', 'Tools');
    await page.getByRole('button', { name: /^Scan/ }).click();
    // A network of a neighbour; which ones the access point receives depends on the simulated place.
    await expect(page.getByRole('cell', { name: NEIGHBOUR }).first()).toBeVisible();
  });

  it('rejects firmware of another manufacturer, and upgrades a switch with firmware of its own manufacturer', async () => {
    await using installer = await product.install({ devices: [SWITCH] });
    const { page } = installer;
    await page.getByRole('button', { name: 'Manage firmware' }).click();
    const files = page.locator('input[type="file"]');
    const give = (key: KeyObject) =>
      files.setInputFiles({
        name: 'switch.bin',
        mimeType: 'application/octet-stream',
        buffer: upgradeFile(key, '3.0.0'),
      });
    await give(stranger.privateKey);
    await expect(page.getByText('not signed by a key that this installation trusts')).toBeVisible();
    await give(maker.privateKey);
    await expect(page.getByRole('cell', { name: '3.0.0' })).toBeVisible();
    await page.keyboard.press('Escape');
    await findRow(page, 'Switch-1').first().click();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Upgrade/ }).click();
    await page.getByRole('button', { name: 'Upgrade 1 device' }).click();
    await expect(page.getByRole('region', { name: 'Jobs' }).getByText('Success')).toBeVisible({
      timeout: 40_000,
    });
    await part(page, 'Overview');
    await expect(page.getByRole('region', { name: 'Identity' }).getByText('3.0.0')).toBeVisible();
    await waitForRow(page, 'Switch-1', 'Upgraded');
  });

  it('commands many devices at once, and gives the reason for each excluded device', async () => {
    await using installer = await product.install({ devices: [SWITCH, ACCESS_POINT, GATEWAY] });
    const { page } = installer;
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Change settings…' }).click();
    await page
      .getByRole('radiogroup', { name: 'Energy saving (EEE)' })
      .getByText('On', { exact: true })
      .click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(page.getByText('2 devices left out')).toBeVisible();
    await expect(page.getByText('AP-1: This model has no port settings.')).toBeVisible();
    await page.getByRole('button', { name: 'Review the other devices' }).click();
    await page.getByRole('button', { name: /^Apply 8 changes/ }).click();
    await expect(page.getByRole('dialog').getByText('Confirmed by the device')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Schedule/ }).click();
    await page.getByLabel('Time', { exact: true }).fill('25:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(page.getByText('Enter a time such as 03:30.')).toBeVisible();
    await page.getByLabel('Time', { exact: true }).fill('04:15');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(page.getByText('3 devices will restart at')).toBeVisible();
  });

  it('opens the local page of a device, shows its local changes, and keeps or replaces these changes', async () => {
    await using installer = await product.install({ devices: [GATEWAY] });
    const { page } = installer;
    await findRow(page, 'GW-1').first().click();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /local page/ }).click();
    await expect(page).toHaveURL(/\/static\/transferToLocalDev/);
    const go = page.getByRole('button', { name: 'Open local page' });
    await expect(go).toBeVisible();
    const opening = installer.context.waitForEvent('page');
    await go.click();
    const own = await opening;
    await expect(own.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await own.getByLabel('Device password', { exact: true }).fill('Wrong-123');
    await own.getByRole('button', { name: 'Sign in' }).click();
    await expect(own.getByText('The password is wrong.')).toBeVisible();
    await own.getByLabel('Device password', { exact: true }).fill(DEVICE_PASSWORD);
    await own.getByRole('button', { name: 'Sign in' }).click();
    await own.getByRole('button', { name: 'Restart device' }).click({ force: true });
    await expect(own.getByText('The device is managed by its cloud.')).toBeVisible();
    await own.setViewportSize({ width: 360, height: 740 });
    await own.getByRole('button', { name: 'Switch to local management' }).click();
    await expect(own.getByText('Managed on this page')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the device' }).click();
    await expect(page).toHaveURL(/\/manage\/devconf/);
    const restart = page.getByRole('button', { name: 'Restart device', exact: true }).last();
    await expect(restart).toHaveAccessibleDescription(
      'The device is in local management mode. Switch it to cloud management first.',
    );
    await own.getByLabel('Address', { exact: true }).selectOption('static');
    await own.getByLabel('IP address').fill('203.0.113.9');
    await own.getByLabel('Subnet mask').fill('255.255.255.0');
    await own.getByLabel('Gateway').fill('198.51.100.1');
    await own.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(own.getByText('is not the address of another host in the network of the WAN')).toBeVisible();
    await own.getByLabel('Gateway').fill('203.0.113.1');
    await own.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(own.getByText('Settings applied.')).toBeVisible();
    await own.getByRole('button', { name: 'Switch to cloud management' }).click();
    await expect(own.getByText('Managed by the cloud', { exact: true })).toBeVisible();
    await expect(restart).not.toHaveAttribute('aria-disabled', 'true');

    const choice = page.getByRole('alert').filter({ hasText: 'The device was changed on its local page' });
    await expect(choice.getByText('203.0.113.9')).toBeVisible();
    await choice.getByRole('button', { name: 'Keep the device’s settings' }).click();
    await expect(page).toHaveURL(/\/manage\/networkconf\/netset/);
    const bar = page.getByRole('region', { name: 'Staged changes' });
    await expect(bar.getByText('1 change staged', { exact: true })).toBeVisible();
    await expect(page.getByText('203.0.113.9').first()).toBeVisible();
    await bar.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect(bar).toHaveCount(0);
    await page.goBack();
    await choice.getByRole('button', { name: 'Apply project settings' }).click();
    await expect(choice).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByText('Applied', { exact: true }).first()).toBeVisible();
  });
});
