import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo, findRow } from './steps.ts';

const PAGE = '/manage/alarminfo';
/** A switch, and two access points that are connected to it. */
const DEVICES = [
  { model: 'NL-SW8P', name: 'Cellar' },
  { model: 'NL-AP6C', name: 'Lobby', uplink: ['Cellar', 'p1'] },
  { model: 'NL-AP6C', name: 'Terrace', uplink: ['Cellar', 'p2'] },
] as const;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ demo: true, env: { NORTHLIGHT_WEBHOOK_PRIVATE: 'on' } });
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('alarms', () => {
  it('are grouped under the switch when it and its access points lose power, and are exported one by one as CSV', async () => {
    await using installer = await product.install({ devices: DEVICES, path: PAGE });
    const { fleet, page } = installer;
    await expect(page.getByText('No alarms', { exact: true })).toBeVisible();
    for (const each of fleet.site.devices) each.unplug();
    const cause = findRow(page, 'Offline.')
      .filter({ hasText: 'Cellar' })
      .filter({ hasText: '2 affected devices' });
    await expect(cause).toBeVisible({ timeout: 90_000 });
    await expect(findRow(page, 'Offline.')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Alarms, 1 unread' })).toBeVisible();
    await cause.click();
    const panel = page.getByRole('complementary', { name: 'Alarm' });
    const behind = panel.getByRole('region', { name: '2 affected devices, 2 still offline' });
    for (const name of ['Lobby', 'Terrace']) await expect(behind.getByRole('link', { name })).toBeVisible();
    await behind.getByRole('link', { name: 'Lobby' }).click();
    const device = page.getByRole('complementary', { name: 'Device' });
    const open = device.getByRole('region', { name: 'Open alarms' });
    await expect(open.getByRole('link', { name: 'Lobby is offline.' })).toBeVisible();
    await page.goBack();
    await panel.getByRole('button', { name: 'Mark as read' }).click();
    await expect(page.getByRole('link', { name: 'Alarms, none unread' })).toBeVisible();
    await panel.getByRole('button', { name: 'Resolve alarm' }).click();
    await expect(panel.getByText(installer.account)).toBeVisible();
    await expect(panel.getByRole('region', { name: '2 affected devices, all resolved' })).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export alarms' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('alarms.csv');
    const text = await readFile(await saved.path(), 'utf8');
    expect(text.match(/is offline\./g)).toHaveLength(3);
  });

  it('are sent by mail and to webhooks; the secret of a webhook is shown once', async () => {
    await using installer = await product.install({ path: '' });
    const { page, project } = installer;
    await page.goto(`${PAGE}?project=${project.id}&tab=notifications`);
    const mail = page.getByRole('radiogroup', { name: 'E-mail me' });
    await expect(mail.getByRole('radio', { name: 'Critical alarms', checked: true })).toBeVisible();
    await mail.getByRole('radio', { name: 'All alarms' }).click();
    await expect(mail.getByRole('radio', { name: 'All alarms', checked: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByLabel('URL').fill('ftp://example.com');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('Enter an address that begins with')).toBeVisible();
    // No server listens at this address, so the delivery log shows a failure.
    await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText(/^nlwh_/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Test http://127.0.0.1:9/hook' }).click();
    await page.getByRole('radiogroup', { name: 'Alarm views' }).getByText('Deliveries').click();
    const failed = findRow(page, 'This is a test').filter({ hasText: 'Failed after 1 attempt' });
    await expect(failed).toBeVisible({ timeout: 30_000 });
    await failed.click();
    await expect(page.getByRole('complementary').getByText('Last error')).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Alarm views' }).getByText('Notifications').click();
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:9/hook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('A webhook receives signed JSON')).toBeVisible();
  });

  it('cannot be configured in the demo', async () => {
    await using guest = await product.visit();
    const { page } = guest;
    await openDemo(page);
    await page.goto(`${PAGE}?project=${DEMO_WLAN_PROJECT}&tab=rules`);
    await expect(page.getByText('A device lost its connection.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Device offline' })).toHaveCount(0);
    await page.goto(`${PAGE}?project=${DEMO_WLAN_PROJECT}&tab=notifications`);
    await expect(
      page.getByText('Demo projects send no e-mails and call no webhooks.', { exact: false }),
    ).toBeVisible();
  });
});
