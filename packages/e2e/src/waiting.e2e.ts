import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { waitForRow } from './steps.ts';

let numbers = 0;
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

/** Switches on an access point that presents the account's cloud code. */
async function switchOn({ api }: Installer): Promise<string> {
  const { cloudCode } = await api.call('cloudCodeGet', {});
  const number = ++numbers;
  const sn = `NLE2EWAITING000${number}`;
  const ip = `192.168.1.${10 + number}`;
  const device = { sn, mac: `02:4e:4c:ee:00:0${number}`, model: 'NL-AP6C', name: sn, vlan: 1, ip, cloudCode };
  const place = { name: 'Waiting', seed: number, zoneHours: 0, day: 'steady' } as const;
  await product.env.fleet({ ...place, devices: [device], clients: [] });
  return sn;
}

describe('devices that present the cloud code', () => {
  it('raise an alert without a reload, are added to the project, and connect', async () => {
    await using owner = await product.install({ projectName: 'Harbour' });
    const { page } = owner;
    await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
    const sn = await switchOn(owner);
    const alert = page.getByRole('region', { name: 'A device wants to join' });
    await expect(alert.getByText(sn)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await alert.getByRole('button', { name: 'Add to a project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to a project' });
    await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveValue('Harbour');
    await dialog.getByLabel('Name').fill('Lobby');
    await page.keyboard.press('Enter');
    await waitForRow(page, 'Lobby', 'Online');
    await expect(alert).toBeHidden();
    await expect(page.getByRole('link', { name: 'Messages, none unread' })).toBeVisible();
  });

  it('are listed in the messages, marked as read, ignored, shown again and rejected', async () => {
    await using owner = await product.install({ projectName: 'Harbour', path: '' });
    const { page } = owner;
    await switchOn(owner);
    await page.goto('/overview/preview');
    await page.getByRole('link', { name: 'Messages, 1 unread' }).click();
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('link', { name: 'Messages, none unread' })).toBeVisible();
    await page.getByRole('button', { name: /^Mark as unread/ }).click();
    await expect(page.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible();
    await page.getByRole('link', { name: 'Add to a project' }).click();
    await expect(page.getByRole('dialog', { name: 'Add to a project' }).getByLabel('Name')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ignore (?!device)/ }).click();
    await page.getByRole('button', { name: /^Show again/ }).click();
    await page.getByRole('button', { name: /^Reject (?!device)/ }).click();
    await page
      .getByRole('dialog', { name: /^Reject/ })
      .getByRole('button', { name: 'Reject' })
      .click();
    await expect(page.getByRole('region', { name: 'Rejected' })).toBeVisible();
    await expect(page.getByText('No pending devices')).toBeVisible();
  });
});
