import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { expect } from './expect.ts';
import { findCovered, findOutside, findSmallTargets } from './layout.ts';
import { applyNetwork, createVlan, type Installer, type Product, startProduct } from './seed.ts';
import { waitUntilPageSettled } from './steps.ts';

// The time limit is high, because the walk visits all forms and dialogs.
vi.setConfig({ testTimeout: 600_000 });

/**
 * Forms and dialogs that have an address, and a text that is shown when they are loaded. `SWITCH` and `AP` are
 * ids of devices.
 */
const ADDRESSES: readonly (readonly [path: string, text: string])[] = [
  ['/projects/new', 'Device management password'],
  ['/overview/list?dialog=deleted', 'Recently deleted'],
  ['/templates?dialog=save', 'Save as template'],
  ['/manage/devconf?dialog=add', 'Add devices'],
  ['/manage/devconf?dialog=firmware', 'Firmware'],
  ['/manage/devconf?open=SWITCH', 'Identity'],
  ['/manage/devconf?open=SWITCH&tab=ports', 'Connected to'],
  ['/manage/devconf?open=SWITCH&tab=ports&ports=p1', 'Connected device'],
  ['/manage/devconf?open=SWITCH&tab=settings', 'Rapid spanning tree'],
  ['/manage/devconf?open=SWITCH&tab=tools', 'Traceroute'],
  ['/manage/devconf?open=AP&tab=radios', 'Radio 2.4 GHz'],
  ['/manage/devconf?open=AP&tab=tools', 'Nearby Wi-Fi'],
  ['/manage/networkconf/netset?open=wan1', 'Connection'],
  ['/manage/networkconf/vlan?open=new', 'VLAN ID'],
  ['/manage/networkconf/dhcp?open=new', 'Primary DNS'],
  ['/manage/networkconf/static?open=new', 'Next hop'],
  ['/manage/networkconf/port?open=new', 'Protocol'],
  ['/manage/wirelessconf?open=new', 'SSID'],
  ['/manage/onlinelist?tab=blacklist&open=new', 'MAC'],
  ['/manage/authority?dialog=share', 'Share'],
  ['/manage/authority?dialog=transfer', 'Transfer'],
  ['/manage/alarminfo?tab=rules', 'Device offline'],
  ['/manage/alarminfo?tab=notifications', 'Webhook'],
  ['/account/profile', 'Picture'],
  ['/account/security', 'Change password'],
  ['/cloud-code', 'Cloud code'],
];

/** Dialogs that a button opens, with the page of the button. */
const OPENED: readonly (readonly [path: string, act: (page: Page) => Promise<void>])[] = [
  [
    '/manage/devconf?open=SWITCH',
    (page) => page.getByRole('button', { name: 'Restart device', exact: true }).click(),
  ],
  ['/manage/devconf?open=SWITCH', (page) => chooseAction(page, 'Upgrade…')],
  ['/manage/devconf?open=SWITCH', (page) => chooseAction(page, 'Schedule a restart…')],
  ['/manage/devconf?open=AP', (page) => chooseAction(page, 'Change country…')],
  ['/manage/devconf?open=SWITCH', (page) => chooseAction(page, 'Reset…')],
  ['/manage/status', (page) => page.getByRole('button', { name: /^Search/ }).click()],
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.[Symbol.asyncDispose]());

describe('forms and dialogs on a phone', () => {
  it('have no covered control, nothing outside the window, and targets of 44 px', async () => {
    await using owner = await installSite();
    const { page } = owner;
    const findings: string[] = [];
    for (const [path, text] of ADDRESSES) {
      await waitUntilPageSettled(page, fillIn(path, owner));
      await page.getByText(text).locator('visible=true').first().waitFor();
      findings.push(...(await examine(page)).map((finding) => `${path}: ${finding}`));
    }
    for (const [path, act] of OPENED) {
      await waitUntilPageSettled(page, fillIn(path, owner));
      await act(page);
      await page.getByRole('dialog').last().waitFor();
      findings.push(...(await examine(page)).map((finding) => `dialog on ${path}: ${finding}`));
    }
    expect(findings).toEqual([]);
  });

  it('have no findings in the review of a change and in the window of its job', async () => {
    await using owner = await installSite();
    const { page } = owner;
    await waitUntilPageSettled(page, fillIn('/manage/networkconf/static?open=new', owner));
    await page.getByLabel('Name', { exact: true }).fill('branch');
    await page.getByLabel('Destination').fill('10.99.0.0');
    await page.getByLabel('Next hop').fill('192.168.1.250');
    await page.getByRole('button', { name: 'Add to draft', exact: true }).click();
    await page.getByText('1 change staged').waitFor();
    expect(await examine(page), 'list with a draft').toEqual([]);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    const apply = dialog.getByRole('button', { name: /^Apply/ });
    await apply.waitFor();
    expect(await examine(page), 'review').toEqual([]);
    await apply.click();
    // The title of the dialog changes with the state of the job.
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).waitFor();
    await page.getByRole('dialog').getByText('Confirmed by the device').first().waitFor();
    expect(await examine(page), 'answers of the devices').toEqual([]);
  });
});

async function installSite(): Promise<Installer> {
  const owner = await product.install({
    screen: 'phone',
    path: '',
    devices: [
      { model: 'NL-GW5', name: 'GW-1' },
      { model: 'NL-SW8P', name: 'SW-1', uplink: ['GW-1', 'lan1'] },
      { model: 'NL-AP6C', name: 'AP-1', uplink: ['SW-1', 'p1'] },
    ],
  });
  await applyNetwork(owner, { vlans: [createVlan(20, 'Guests')], dhcpPools: [] });
  return owner;
}

/** Replaces the names of devices in an address by their ids, and adds the project. */
function fillIn(path: string, { devices, project }: Installer): string {
  const [, networkSwitch, accessPoint] = devices;
  const address = path.replace('SWITCH', networkSwitch?.id ?? '').replace('AP', accessPoint?.id ?? '');
  return `${address}${address.includes('?') ? '&' : '?'}project=${project.id}`;
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function examine(page: Page): Promise<string[]> {
  return [...(await findOutside(page)), ...(await findCovered(page)), ...(await findSmallTargets(page))];
}
