import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindings } from './axe.ts';
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
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    const sn = await switchOn(owner);
    const alert = page.getByRole('region', { name: 'A device wants to join' });
    await alert.getByText(sn).waitFor();
    await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
    expect(await findAxeFindings(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Add to a project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to a project' });
    expect(await dialog.getByRole('combobox', { name: 'Project' }).inputValue()).toBe('Harbour');
    await dialog.getByLabel('Name').fill('Lobby');
    await page.keyboard.press('Enter');
    await waitForRow(page, 'Lobby', 'Online');
    await alert.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Messages, none unread' }).waitFor();
  });

  it('raise no second alert after the first was closed, and no alert that covers a dialog', async () => {
    await using owner = await product.install({ projectName: 'Harbour' });
    const { page } = owner;
    await page.getByRole('button', { name: 'Add devices' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add devices' });
    await dialog.getByRole('textbox', { name: 'Serial number', exact: true }).fill('NL');
    const sn = await switchOn(owner);
    const alert = page.getByRole('region', { name: 'A device wants to join', includeHidden: true });
    await alert.getByText(sn).waitFor();
    const field = dialog.getByRole('textbox', { name: 'Serial number', exact: true });
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
    const box = await alert.boundingBox();
    const top = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('section')?.getAttribute('aria-label') ?? '',
      [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20] as const,
    );
    expect(top).not.toBe('A device wants to join');
    await page.keyboard.press('Escape');
    await alert.getByRole('button', { name: 'Close: decide later' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
    expect(await alert.count()).toBe(0);
  });

  it('are listed in the messages, marked as read, ignored, shown again and rejected', async () => {
    await using owner = await product.install({ projectName: 'Harbour', path: '' });
    const { page } = owner;
    await switchOn(owner);
    await page.goto('/overview/preview');
    await page.getByRole('link', { name: 'Messages, 1 unread' }).click();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    expect(await findAxeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Messages, none unread' }).waitFor();
    await page.getByRole('button', { name: /^Mark as unread/ }).click();
    await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
    await page.getByRole('link', { name: 'Add to a project' }).click();
    await page.getByRole('dialog', { name: 'Add to a project' }).getByLabel('Name').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ignore (?!device)/ }).click();
    await page.getByRole('button', { name: /^Show again/ }).click();
    await page.getByRole('button', { name: /^Reject (?!device)/ }).click();
    await page
      .getByRole('dialog', { name: /^Reject/ })
      .getByRole('button', { name: 'Reject' })
      .click();
    await page.getByRole('region', { name: 'Rejected' }).waitFor();
    await page.getByText('No pending devices').waitFor();
    expect(await findAxeFindings(page)).toEqual([]);
  });

  it('raise no alert where alerts are disabled', async () => {
    await using owner = await product.install({ projectName: 'Harbour', path: '/devices/verify' });
    const { page } = owner;
    await page.getByRole('switch', { name: 'Notify me when a device wants to join' }).uncheck();
    await page.goto('/overview/preview');
    await switchOn(owner);
    await page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
    expect(await page.getByRole('region', { name: 'A device wants to join' }).count()).toBe(0);
  });
});
