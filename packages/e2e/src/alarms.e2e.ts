import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
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
    await page.getByText('No alarms', { exact: true }).waitFor();
    for (const each of fleet.site.devices) each.unplug();
    const cause = findRow(page, 'Cellar is offline.').filter({ hasText: '2 affected devices' });
    await cause.waitFor({ timeout: 90_000 });
    expect(await findRow(page, 'is offline.').count()).toBe(1);
    await page.getByRole('link', { name: 'Alarms, 1 unread' }).waitFor();
    await cause.click();
    const panel = page.getByRole('complementary', { name: 'Alarm' });
    const behind = panel.getByRole('region', { name: '2 affected devices, 2 still offline' });
    for (const name of ['Lobby', 'Terrace']) await behind.getByRole('link', { name }).waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await behind.getByRole('link', { name: 'Lobby' }).click();
    const device = page.getByRole('complementary', { name: 'Device' });
    const open = device.getByRole('region', { name: 'Open alarms' });
    await open.getByRole('link', { name: 'Lobby is offline.' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.goBack();
    await panel.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByRole('link', { name: 'Alarms, none unread' }).waitFor();
    await panel.getByRole('button', { name: 'Resolve alarm' }).click();
    await panel.getByText(installer.account).waitFor();
    await panel.getByRole('region', { name: '2 affected devices, all resolved' }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export alarms' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('alarms.csv');
    const text = await readFile(await saved.path(), 'utf8');
    expect(text.match(/is offline\./g)).toHaveLength(3);
  });

  it('have rules whose threshold and quiet hours can be edited by keyboard', async () => {
    await using installer = await product.install({ path: '' });
    const { page, project } = installer;
    await page.goto(`${PAGE}?project=${project.id}&tab=rules`);
    const edit = page.getByRole('button', { name: 'Edit High CPU load' });
    await edit.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'High CPU load' });
    await dialog.getByLabel('Threshold (%)').fill('101');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number from 1 to 100%.').waitFor();
    await dialog.getByLabel('Threshold (%)').fill('80');
    await dialog.getByLabel('Quiet hours').check();
    await dialog.getByLabel('From').fill('23:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await findRow(page, 'High CPU load').filter({ hasText: '23:00–07:00 every day' }).waitFor();
    expect(await findRow(page, 'High CPU load').textContent()).toContain('80%');
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('are sent by mail and to webhooks; the secret of a webhook is shown once', async () => {
    await using installer = await product.install({ path: '' });
    const { page, project } = installer;
    await page.goto(`${PAGE}?project=${project.id}&tab=notifications`);
    const mail = page.getByRole('radiogroup', { name: 'E-mail me' });
    await mail.getByRole('radio', { name: 'Critical alarms', checked: true }).waitFor();
    await mail.getByRole('radio', { name: 'All alarms' }).click();
    await mail.getByRole('radio', { name: 'All alarms', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByLabel('URL').fill('ftp://example.com');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Enter an address that begins with').waitFor();
    // No server listens at this address, so the delivery log shows a failure.
    await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hook');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText(/^nlwh_/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Test http://127.0.0.1:9/hook' }).click();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('radiogroup', { name: 'Alarm views' }).getByText('Deliveries').click();
    const failed = findRow(page, 'This is a test').filter({ hasText: 'Failed after 1 attempt' });
    await failed.waitFor({ timeout: 30_000 });
    await failed.click();
    await page.getByRole('complementary').getByText('Last error').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('radiogroup', { name: 'Alarm views' }).getByText('Notifications').click();
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:9/hook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('A webhook receives signed JSON').waitFor();
  });

  it('are filtered by the server; the filter also finds alarms that are not loaded', async () => {
    await using installer = await product.install({ path: '' });
    const { page, project } = installer;
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/alarms') && searchParams.get('severity') === 'critical';
    });
    await page.goto(`${PAGE}?project=${project.id}&filter=Severity%20%3D%20Critical`);
    await asked;
    // The filter suggests values that no loaded alarm has.
    await page.getByLabel('Filter', { exact: true }).fill('Severity = ');
    await page.getByRole('option', { name: 'Severity = Info' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('cannot be configured in the demo', async () => {
    await using guest = await product.visit();
    const { page } = guest;
    await openDemo(page);
    await page.goto(`${PAGE}?project=${DEMO_WLAN_PROJECT}&tab=rules`);
    await page.getByText('A device lost its connection.').waitFor();
    expect(await page.getByRole('button', { name: 'Edit Device offline' }).count()).toBe(0);
    await page.goto(`${PAGE}?project=${DEMO_WLAN_PROJECT}&tab=notifications`);
    await page.getByText('Demo projects send no e-mails and call no webhooks.', { exact: false }).waitFor();
  });
});
