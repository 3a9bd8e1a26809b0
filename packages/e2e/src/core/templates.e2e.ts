import type { NetworkConfig } from '@northlight/contract';
import { createProject } from '@northlight/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { addDevices, applyNetwork, type Installer, type Product, startProduct, createVlan } from '../seed.ts';
import { findRow, turnOffDhcp } from '../steps.ts';

const PASSPHRASE = 'long enough for all';
const VLANS = '/manage/networkconf/vlan';
/** Configuration from which the template “Chain standard” is saved. */
const HEAD_OFFICE: NetworkConfig = {
  vlans: [createVlan(20, 'Guests')],
  dhcpPools: [],
  wireless: {
    policies: [
      {
        id: 'staff',
        name: 'Staff',
        enabled: true,
        ssid: 'Chain Staff',
        hidden: false,
        bands: ['2.4G', '5G'],
        security: { mode: 'wpa2-psk', ciphers: ['AES'], key: PASSPHRASE, keyUpdateSeconds: 0 },
        maxClients: 64,
        guest: false,
        shutdowns: [],
        dhcp: 'user',
        devices: 'all',
      },
    ],
    blacklist: [],
    radios: [],
    countries: [],
  },
};

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});

afterAll(() => product?.[Symbol.asyncDispose]());

const stage = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to draft', exact: true }).click();
const review = (page: Page, name: string) =>
  page.getByRole('group').filter({ has: page.locator('summary', { hasText: name }) });

async function addVlan(page: Page, id: number, name: string, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add VLAN' }).first().click();
  await page.getByLabel('VLAN ID').fill(String(id));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Gateway IP').fill(address);
  await turnOffDhcp(page);
  await stage(page);
  await findRow(page, name).first().waitFor();
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('region', { name: 'Staged changes' }).waitFor({ state: 'detached' });
}

/** Returns an account with the template “Chain standard”, saved from its project “Head office”. */
async function withTemplate(): Promise<Installer> {
  const installer = await product.install({ projectName: 'Head office', path: '' });
  await applyNetwork(installer, HEAD_OFFICE);
  await installer.api.call('templateCreate', {
    body: {
      projectId: installer.project.id,
      name: 'Chain standard',
      vlans: [20],
      pools: [],
      policies: ['staff'],
    },
  });
  return installer;
}

describe('a template', () => {
  it('is saved from the pages of a project', async () => {
    await using installer = await product.install({ projectName: 'Head office', path: VLANS });
    const { page } = installer;
    await addVlan(page, 20, 'Guests', '10.20.0.1');
    await page.getByRole('link', { name: 'Wireless', exact: true }).click();
    await page.getByRole('button', { name: 'Add Wi-Fi network' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Staff');
    await page.getByLabel('SSID', { exact: true }).fill('Chain Staff');
    await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
    await stage(page);
    await findRow(page, 'Chain Staff').first().waitFor();
    await apply(page);
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('dialog', { name: 'New template' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.getByRole('link', { name: 'Save as template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    await dialog.getByLabel('VLANs: 1 of 1').waitFor();
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Chain standard');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await findRow(page, 'Chain standard').filter({ hasText: 'All passwords stored' }).waitFor();
    const panel = page.getByRole('complementary', { name: 'Template' });
    await panel.getByText('Password stored').waitFor();
  });

  it('is reviewed for each project and applied to all; a second review finds no changes', async () => {
    await using installer = await withTemplate();
    const { api, page } = installer;
    const { id: lakesideId } = await createProject(api, { name: 'Lakeside' });
    const harbourProject = await createProject(api, { name: 'Harbour' });
    await addDevices(product.env, api, lakesideId, [{ model: 'NL-AP6C', name: 'AP-1' }]);
    // The project “Harbour” has the addresses of VLAN 20 in another VLAN.
    const cameras = { ...createVlan(40, 'Cameras'), ip: '10.20.0.1' };
    await applyNetwork({ api, project: harbourProject }, { vlans: [cameras], dhcpPools: [] });
    await page.goto('/templates');
    await findRow(page, 'Chain standard').first().click();
    await page.getByRole('button', { name: 'Apply to projects' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Lakeside').check();
    await dialog.getByLabel('Harbour').check();
    await dialog.getByRole('button', { name: 'Review changes' }).click();
    const lakeside = review(page, 'Lakeside');
    await lakeside.getByText('Wireless policy Staff').first().waitFor();
    await lakeside.getByText('1 device changes.').waitFor();
    await expect(dialog).not.toContainText(PASSPHRASE);
    await dialog.getByText('rejected: 1 rule broken').click();
    const harbour = review(page, 'Harbour');
    await harbour.getByText('(code 107)').waitFor();
    await dialog.getByRole('button', { name: 'Apply to 1 of 2 projects' }).waitFor();
    await harbour.getByLabel('VLAN 20 Guests').uncheck();
    await harbour.getByText('Not included').waitFor();
    // The review runs again, but the focus stays on the changed checkbox.
    await dialog.getByRole('button', { name: 'Apply to 2 projects' }).waitFor();
    const ticked = harbour.getByLabel('VLAN 20 Guests');
    expect(await ticked.evaluate((box) => box === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Apply to 2 projects' }).click();
    await page.getByRole('dialog', { name: 'Applied to 2 of 2 projects' }).waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'Lakeside' })
      .getByText('1 of 1 device done')
      .waitFor({
        timeout: 90_000,
      });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.goto(`/manage/wirelessconf?project=${lakesideId}`);
    await findRow(page, 'Chain Staff')
      .filter({ hasText: /(?<!\d)([1-9]\d*) of \1(?!\d)/ })
      .waitFor({ timeout: 90_000 });
    await page.goto(`${VLANS}?project=${harbourProject.id}`);
    await findRow(page, 'Cameras').first().waitFor();
    await expect(findRow(page, 'Guests')).toHaveCount(0);
    await page.getByRole('link', { name: 'history' }).click();
    await findRow(page, 'from template Chain standard').first().waitFor();

    await page.goto('/templates');
    await findRow(page, 'Chain standard').first().click();
    await page.getByRole('button', { name: 'Apply to projects' }).click();
    const again = page.getByRole('dialog');
    await again.getByLabel('Lakeside').check();
    await again.getByLabel('Harbour').check();
    await again.getByRole('button', { name: 'Review changes' }).click();
    await again.getByText('nothing to change').waitFor();
    const nothing = again.getByRole('button', { name: 'Apply to 0 of 2 projects' });
    await again.getByText('rejected: 1 rule broken').click();
    await expect(nothing).toHaveAttribute('aria-disabled', 'true');
    await review(page, 'Harbour').getByRole('button', { name: 'Add to the project’s draft' }).click();
    await again.getByRole('link', { name: 'Review in project' }).click();
    await page.getByRole('region', { name: 'Staged changes' }).getByText('1 change staged').waitFor();
    await findRow(page, 'Guests').first().waitFor();
  });

  it('is deleted after a confirmation', async () => {
    await using installer = await withTemplate();
    const { page } = installer;
    await page.goto('/templates');
    await findRow(page, 'Chain standard').first().click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click();
    await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  });
});
