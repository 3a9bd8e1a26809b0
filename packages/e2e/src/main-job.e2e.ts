import { capabilitiesOf } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, row, rowSays, signUp } from './steps.ts';

const FASTER = 20;
const MODELS_IN_A_FLEET = 24;

let env: DevEnv;
let browser: Browser;
let visitor: Visit;

beforeAll(async () => {
  env = await startDevEnv({ speed: FASTER });
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

// One installer, one afternoon: each step stands on the one before.
describe('the main job', () => {
  let fleet: Awaited<ReturnType<DevEnv['fleetOf']>>;
  const ofKind = (kind: string) => {
    const device = fleet.base.find(({ model }) => capabilitiesOf(model)?.kind === kind);
    if (!device) throw new Error(`The fleet has no ${kind}.`);
    return device;
  };

  it('signs up and makes a project in the wizard', async () => {
    fleet = await env.fleetOf(MODELS_IN_A_FLEET);
    await signUp(visitor.page, 'installer@example.com');
    await makeProject(visitor.page, 'Hotel Lisboa');
    expect(visitor.page.url()).toContain('/manage/devconf?project=');
  });

  it('refuses a wrong claim code on the form, and adds the device with the right one', async () => {
    const { page } = visitor;
    const gateway = ofKind('gateway');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    await page.getByLabel('Serial number').fill(gateway.sn);
    await page.getByLabel('Claim code').fill('0000000000');
    await page.getByRole('dialog').getByRole('button', { name: 'Add device' }).click();
    await page
      .getByRole('dialog')
      .getByText(/serial number|claim code/i)
      .last()
      .waitFor();
    await page.keyboard.press('Escape');
    await addDevice(page, gateway, 'GW-1');
    await addDevice(page, ofKind('ap'), 'AP-1');
  });

  it('sees the devices come online without a reload', async () => {
    await rowSays(visitor.page, 'GW-1', 'Online');
    await rowSays(visitor.page, 'AP-1', 'Online');
  });

  it('renames a device in place, and hears why a name is refused', async () => {
    const { page } = visitor;
    await row(page, 'AP-1').click();
    await page.getByRole('button', { name: 'Change the name' }).click();
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.fill('with space');
    await field.press('Enter');
    await page.getByText('The name must not contain spaces.').waitFor();
    await field.fill('AP-lobby');
    await field.press('Enter');
    await rowSays(page, 'AP-lobby', 'Online');
  });

  it('restarts it, and watches until the device itself is back', async () => {
    const { page } = visitor;
    await page
      .getByRole('complementary', { name: 'Device' })
      .getByRole('button', { name: 'Restart' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Restart AP-lobby?' });
    await dialog.getByText('about 1 minute').waitFor();
    await dialog.getByRole('button', { name: 'Restart AP-lobby' }).click();
    await rowSays(page, 'AP-lobby', 'Restarting');
    await page.getByRole('region', { name: 'Jobs' }).getByText('Back online').waitFor({ timeout: 60_000 });
    await rowSays(page, 'AP-lobby', 'Online');
  });

  it('stages a VLAN and a DHCP pool, with the rules on their fields', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'VLAN', exact: true }).click();
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('4095');
    await page.getByLabel('Name', { exact: true }).fill('Guests');
    const stage = page.getByRole('button', { name: 'Stage', exact: true });
    await stage.click();
    expect(await page.getByLabel('VLAN ID').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('VLAN ID').fill('20');
    await page.getByLabel('Gateway address').fill('192.168.20.1');
    await page.getByRole('group', { name: 'Untagged LAN ports' }).getByLabel('LAN1').check();
    await stage.click();
    await page.getByText('1 change staged').waitFor();
    await page.getByRole('link', { name: 'DHCP Policy' }).click();
    await page.getByRole('button', { name: 'Add DHCP pool' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('guests');
    await stage.click();
    await page.getByText('2 changes staged').waitFor();
  });

  it('keeps what is staged over a reload, reviews it, applies it and hears the devices', async () => {
    const { page } = visitor;
    await page.reload();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('VLAN 20', { exact: true }).waitFor();
    await dialog.getByText(/Apply to \d+ device/).waitFor();
    await dialog.getByRole('button', { name: 'Apply 2 changes' }).click();
    await dialog.getByText('GW-1').waitFor();
    await dialog.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page
      .getByText(/staged/)
      .first()
      .waitFor({ state: 'detached' })
      .catch(() => undefined);
    expect(await page.getByRole('button', { name: 'Review changes' }).count()).toBe(0);
  });

  it('learns of a device that lost its power, with an alarm', async () => {
    const { page } = visitor;
    fleet.site.device(ofKind('ap').sn).unplug();
    await page.getByRole('link', { name: 'Device Maintenance' }).click();
    await rowSays(page, 'AP-lobby', /Offline/, 90_000);
    await page.getByRole('link', { name: 'Alarm', exact: true }).click();
    // The list before it has a row of that device too.
    await page.getByRole('heading', { name: 'Alarm', exact: true }).waitFor();
    // The configuration a moment ago explains for half a minute that somebody is away.
    await rowSays(page, 'AP-lobby', /offline/i, 60_000);
    await row(page, 'AP-lobby').first().click();
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('none unread').waitFor();
  });

  it('says why an offline device cannot be restarted', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Device Maintenance' }).click();
    await row(page, 'AP-lobby').first().click();
    const restart = page
      .getByRole('complementary', { name: 'Device' })
      .getByRole('button', { name: 'Restart' });
    expect(await restart.getAttribute('aria-disabled')).toBe('true');
    // By keyboard: a focus that follows a click opens no tooltip.
    await page.keyboard.press('Tab');
    await restart.focus();
    await page.getByRole('tooltip').getByText('The device is offline.').waitFor();
  });

  it('never met an exception or the security policy', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
