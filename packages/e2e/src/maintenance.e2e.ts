import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeFirmwareHead } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
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

async function noFindings(page: Page): Promise<void> {
  expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
}

describe('device maintenance', () => {
  it('changes a port that the user selects on the front panel, after a review', async () => {
    await using installer = await product.install({ devices: [SWITCH] });
    const { page } = installer;
    await openTab(page, 'Switch-1', 'Ports');
    await page.getByRole('button', { name: /^P3: / }).click();
    await page.getByRole('combobox', { name: 'Mode' }).click();
    await page.getByRole('option', { name: 'Trunk' }).click();
    const tagged = page.getByRole('combobox', { name: 'Tagged VLANs' });
    await tagged.fill('1');
    await page.getByRole('button', { name: 'Add to draft', exact: true }).click();
    await page.getByText('A tagged VLAN must differ from the PVID.').waitFor();
    await tagged.press('Backspace');
    await tagged.fill('10-12,30');
    await page.getByRole('button', { name: 'Add to draft', exact: true }).click();
    await page.getByText('1 change staged').waitFor();
    await noFindings(page);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByText('trunk, PVID 1, tagged 10-12,30').waitFor();
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByRole('dialog').getByText('Confirmed by the device').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('explains that port mirroring is not available while the spanning tree is on', async () => {
    await using installer = await product.install({ devices: [SWITCH] });
    const { page } = installer;
    await openTab(page, 'Switch-1', 'Settings');
    await page.getByLabel('Rapid spanning tree (RSTP)').check({ force: true });
    await page.getByRole('button', { name: 'Add to draft', exact: true }).click();
    await page.getByText('1 change staged').waitFor();
    const mirroring = page.getByRole('region', { name: 'Port mirroring' });
    await mirroring
      .getByText('Spanning tree and port mirroring cannot both be on. Turn one of them off.')
      .waitFor();
    expect(await mirroring.getByRole('button').count()).toBe(0);
    await noFindings(page);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('1 change staged').waitFor({ state: 'detached' });
  });

  it('runs ping, a Wi-Fi scan and a route query on a device', async () => {
    await using installer = await product.install({ devices: [GATEWAY, ACCESS_POINT] });
    const { page } = installer;
    await openTab(page, 'GW-1', 'Tools');
    await page.getByRole('textbox', { name: 'Host' }).fill('192.0.2.7');
    await page.getByRole('button', { name: 'Ping' }).click();
    await page.getByText('No answer to 4 pings.').waitFor();
    await page.getByRole('button', { name: 'Load routes' }).click();
    await page.getByRole('cell', { name: '0.0.0.0/0' }).waitFor();
    await page.keyboard.press('Escape');
    await openTab(page, 'AP-1', 'Tools');
    await page.getByRole('button', { name: /^Scan/ }).click();
    await page.getByRole('cell', { name: 'NeighbourNet' }).first().waitFor();
    await noFindings(page);
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
    await page.getByText('not signed by a key that this installation trusts').waitFor();
    await give(maker.privateKey);
    await page.getByRole('cell', { name: '3.0.0' }).waitFor();
    await noFindings(page);
    await page.keyboard.press('Escape');
    await findRow(page, 'Switch-1').first().click();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await noFindings(page);
    await page.getByRole('menuitem', { name: /^Upgrade/ }).click();
    await page.getByRole('button', { name: 'Upgrade 1 device' }).click();
    await page.getByRole('region', { name: 'Jobs' }).getByText('Success').waitFor({ timeout: 40_000 });
    await part(page, 'Overview');
    await page.getByRole('region', { name: 'Identity' }).getByText('3.0.0').waitFor();
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
    await page.getByText('2 devices left out').waitFor();
    await page.getByText('AP-1: This model has no port settings.').waitFor();
    await page.getByRole('button', { name: /^Apply 8 changes/ }).click();
    await page.getByRole('dialog').getByText('Confirmed by the device').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Schedule/ }).click();
    await page.getByLabel('Time', { exact: true }).fill('25:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Enter a time such as 03:30.').waitFor();
    await page.getByLabel('Time', { exact: true }).fill('04:15');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('3 devices will restart at').waitFor();
  });

  it('opens the local page of a device, shows its local changes, and keeps or replaces these changes', async () => {
    await using installer = await product.install({ devices: [GATEWAY] });
    const { page } = installer;
    await findRow(page, 'GW-1').first().click();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /local page/ }).click();
    await page.waitForURL('**/static/transferToLocalDev**');
    const go = page.getByRole('button', { name: 'Open local page' });
    await go.waitFor();
    await noFindings(page);
    const opening = installer.context.waitForEvent('page');
    await go.click();
    const own = await opening;
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    await own.getByLabel('Device password', { exact: true }).fill('Wrong-123');
    await own.getByRole('button', { name: 'Sign in' }).click();
    await own.getByText('The password is wrong.').waitFor();
    await own.getByLabel('Device password', { exact: true }).fill(DEVICE_PASSWORD);
    await own.getByRole('button', { name: 'Sign in' }).click();
    await own.getByRole('button', { name: 'Restart device' }).click({ force: true });
    await own.getByText('The device is managed by its cloud.').waitFor();
    await own.setViewportSize({ width: 360, height: 740 });
    await noFindings(own);
    await own.getByRole('button', { name: 'Switch to local management' }).click();
    await own.getByText('Managed on this page').waitFor();
    await page.getByRole('link', { name: 'Back to the device' }).click();
    await page.waitForURL('**/manage/devconf**');
    const restart = page.getByRole('button', { name: 'Restart device', exact: true }).last();
    await expect
      .poll(
        async () => {
          const reason = await restart.getAttribute('aria-describedby');
          return reason === null ? '' : page.locator(`[id="${reason}"]`).textContent();
        },
        { timeout: 15_000 },
      )
      .toBe('The device is in local management mode. Switch it to cloud management first.');
    await own.getByLabel('Address', { exact: true }).selectOption('static');
    await own.getByLabel('IP address').fill('203.0.113.9');
    await own.getByLabel('Subnet mask').fill('255.255.255.0');
    await own.getByLabel('Gateway').fill('198.51.100.1');
    await own.getByRole('button', { name: 'Apply', exact: true }).click();
    await own.getByText('is not the address of another host in the network of the WAN').waitFor();
    await own.getByLabel('Gateway').fill('203.0.113.1');
    await own.getByRole('button', { name: 'Apply', exact: true }).click();
    await own.getByText('Settings applied.').waitFor();
    await noFindings(own);
    await own.getByRole('button', { name: 'Switch to cloud management' }).click();
    await own.getByText('Managed by the cloud', { exact: true }).waitFor();
    await expect.poll(() => restart.getAttribute('aria-disabled'), { timeout: 15_000 }).not.toBe('true');

    const choice = page.getByRole('alert').filter({ hasText: 'The device was changed on its local page' });
    await choice.getByText('203.0.113.9').waitFor();
    await noFindings(page);
    await choice.getByRole('button', { name: 'Keep the device’s settings' }).click();
    await page.waitForURL('**/manage/networkconf/netset**');
    const bar = page.getByRole('region', { name: 'Staged changes' });
    await bar.getByText('1 change staged', { exact: true }).waitFor();
    await page.getByText('203.0.113.9').first().waitFor();
    await bar.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.goBack();
    await choice.getByRole('button', { name: 'Apply project settings' }).click();
    await choice.waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByText('Applied', { exact: true }).first().waitFor();
  });
});
