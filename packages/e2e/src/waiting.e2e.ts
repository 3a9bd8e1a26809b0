import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { switchOnPendingDevice } from './pending-device.ts';
import { type Product, startProduct } from './seed.ts';
import { waitForRow } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('devices that present the cloud code', () => {
  it('raise an alert without a reload, are added to the project, and connect', async () => {
    await using owner = await product.install({ projectName: 'Harbour' });
    const { page } = owner;
    await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
    const sn = await switchOnPendingDevice(product, owner.api);
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
    await switchOnPendingDevice(product, owner.api);
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
