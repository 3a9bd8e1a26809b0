import { ERRORS } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, startProduct } from '../seed.ts';
import { addDevice, createProjectInConsole, findRow, waitForRow, signUp } from '../steps.ts';

const GATEWAY = { model: 'NL-GW5', name: 'GW-1' };
const ACCESS_POINT = { model: 'NL-AP6C', name: 'AP-1' };
const FLEET = 24;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('a new user', () => {
  it('signs up, creates a project, and adds devices that come online without a reload', async () => {
    const { base } = await product.env.fleetOf(FLEET);
    const [gateway, point] = [GATEWAY, ACCESS_POINT].map(({ model }) =>
      base.find((device) => device.model === model),
    );
    if (!gateway || !point) throw new Error('The fleet has no gateway or no access point.');
    await using visitor = await product.visit();
    const { page } = visitor;
    await signUp(page, 'installer@example.com');
    await createProjectInConsole(page, 'Hotel Lisboa');
    await expect(page).toHaveURL(/\/manage\/devconf\?project=/);
    // The form shows the refusal of a wrong claim code.
    await page.getByRole('button', { name: 'Add devices' }).first().click();
    const code = page.getByRole('textbox', { name: 'Claim code', exact: true });
    await page.getByRole('textbox', { name: 'Serial number', exact: true }).fill(gateway.sn);
    await code.fill('0000000000');
    await page.getByRole('dialog').getByRole('button', { name: 'Add device', exact: true }).click();
    await page.getByText(ERRORS.claimRefused.message).waitFor();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Escape');
    await addDevice(page, gateway, 'GW-1');
    await addDevice(page, point, 'AP-1');
    await waitForRow(page, 'GW-1', 'Online');
    await waitForRow(page, 'AP-1', 'Online');
  });

  it('renames a device in place, and sees the reason when a name is refused', async () => {
    await using installer = await product.install({ devices: [ACCESS_POINT] });
    const { page } = installer;
    await findRow(page, 'AP-1').click();
    await page.getByRole('button', { name: 'Change name' }).click();
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.fill('two  spaces');
    await field.press('Enter');
    await page.getByText('Use single spaces only.').waitFor();
    await field.fill('AP-lobby');
    await field.press('Enter');
    await waitForRow(page, 'AP-lobby', 'Online');
  });

  it('restarts a device, and sees its state until the device is online again', async () => {
    await using installer = await product.install({ devices: [ACCESS_POINT] });
    const { page } = installer;
    await findRow(page, 'AP-1').click();
    await page
      .getByRole('complementary', { name: 'Device' })
      .getByRole('button', { name: 'Restart device' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Restart AP-1?' });
    await dialog.getByText('about 1 min').waitFor();
    await dialog.getByRole('button', { name: 'Restart AP-1' }).click();
    await waitForRow(page, 'AP-1', 'Restarting');
    await page.getByRole('region', { name: 'Jobs' }).getByText('Back online').waitFor({ timeout: 60_000 });
    await waitForRow(page, 'AP-1', 'Online');
  });

  it('stages a VLAN with its DHCP pool, finds both after a reload, and applies them after a review', async () => {
    await using installer = await product.install({ devices: [GATEWAY, ACCESS_POINT] });
    const { page } = installer;
    await page.getByRole('link', { name: 'VLAN', exact: true }).click();
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('4095');
    await page.getByLabel('Name', { exact: true }).fill('Guests');
    const stage = page.getByRole('button', { name: 'Add to draft', exact: true });
    await stage.click();
    await expect(page.getByLabel('VLAN ID')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('VLAN ID').fill('20');
    await page.getByLabel('Gateway IP').fill('192.168.20.1');
    await page.getByRole('combobox', { name: 'LAN1' }).selectOption('Untagged');
    await stage.click();
    await page.getByText('2 changes staged').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('VLAN 20', { exact: true }).first().waitFor();
    await dialog.getByText(/\d+ devices? changes?\./).waitFor();
    await dialog.getByRole('button', { name: 'Apply 2 changes' }).click();
    await dialog.getByText('GW-1').waitFor();
    await dialog.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    // The window shows the job only while the dialog does not.
    const jobs = page.locator('section, [role="region"]').and(page.getByLabel('Jobs', { exact: true }));
    await expect(jobs).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await jobs.getByText('Confirmed by the device').waitFor();
    await page
      .getByText(/staged/)
      .first()
      .waitFor({ state: 'detached' })
      .catch(() => undefined);
    await expect(page.getByRole('button', { name: 'Review changes' })).toHaveCount(0);
  });

  it('sees an alarm for a device without power, and the reason why the device cannot be restarted', async () => {
    await using installer = await product.install({ devices: [ACCESS_POINT] });
    const { devices, fleet, page } = installer;
    await waitForRow(page, 'AP-1', 'Online');
    fleet.site.device(devices[0]?.sn ?? '').unplug();
    await waitForRow(page, 'AP-1', /Offline/, 90_000);
    await page.getByRole('link', { name: 'Alarm', exact: true }).click();
    // Waits for the heading, because the previous page has a row of that device too.
    await page.getByRole('heading', { name: 'Alarm', exact: true }).waitFor();
    // Allows 60 s, because an absence of up to 30 s after a restart or a configuration raises no alarm.
    await waitForRow(page, 'AP-1', /offline/i, 60_000);
    await findRow(page, 'AP-1').first().click();
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.locator('button[disabled]', { hasText: 'Mark as read' }).waitFor();
    await page.getByRole('link', { name: 'Device Maintenance' }).click();
    await findRow(page, 'AP-1').first().click();
    const restart = page
      .getByRole('complementary', { name: 'Device' })
      .getByRole('button', { name: 'Restart device' });
    await expect(restart).toHaveAttribute('aria-disabled', 'true');
    // Moves the focus by keyboard, because a focus after a click opens no tooltip.
    await page.keyboard.press('Tab');
    await restart.focus();
    await page.getByRole('tooltip').getByText('The device is offline.').waitFor();
  });
});
