import { capabilitiesOf } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, row, rowSays, signUp } from './steps.ts';

const FASTER = 20;
const FLEET = 24;

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

const open = (page: Page, title: string): Promise<void> =>
  page.getByRole('link', { name: title, exact: true }).click();
const stage = (page: Page): Promise<void> => page.getByRole('button', { name: 'Stage', exact: true }).click();
const isStaged = (page: Page, count: number): Promise<void> =>
  page.getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`).waitFor();

// A network from nothing, page by page, in one draft.
describe('a gateway set up in the console', () => {
  it('has a VLAN with tagged ports and a pool with a reserved address', async () => {
    const { page } = visitor;
    const fleet = await env.fleetOf(FLEET);
    const gateway = fleet.base.find(({ model }) => capabilitiesOf(model)?.kind === 'gateway');
    if (!gateway) throw new Error('The fleet has no gateway.');
    await signUp(page, 'gateway@example.com');
    await makeProject(page, 'Small hotel');
    await addDevice(page, gateway, 'GW-1');
    await rowSays(page, 'GW-1', 'Online');
    await open(page, 'VLAN');
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('20');
    await page.getByLabel('Name', { exact: true }).fill('Guests');
    await page.getByLabel('Gateway address').fill('192.168.20.1');
    await page.getByRole('group', { name: 'Tagged LAN ports', exact: true }).getByLabel('LAN2').check();
    await stage(page);
    await isStaged(page, 1);
    await open(page, 'DHCP Policy');
    await page.getByRole('button', { name: 'Add DHCP pool' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('guests');
    await page.getByRole('button', { name: 'Reserve an address' }).click();
    await page.getByLabel('Address 1', { exact: true }).fill('192.168.21.9');
    await page.getByLabel('MAC address 1').fill('02-00-00-00-00-09');
    await page.getByLabel('Name 1').fill('Printer');
    await stage(page);
    await page.getByText("The address must be a client's in the network of VLAN 20").waitFor();
    await page.getByLabel('Address 1', { exact: true }).fill('192.168.20.9');
    await stage(page);
    await isStaged(page, 2);
  });

  it('keeps the reserved address when the pool is edited again', async () => {
    const { page } = visitor;
    await page.getByLabel('Primary DNS').fill('9.9.9.9');
    await stage(page);
    await row(page, 'guests').filter({ hasText: '9.9.9.9' }).first().waitFor();
    expect(await page.getByLabel('MAC address 1').inputValue()).toBe('02:00:00:00:00:09');
  });

  it('reaches the internet by a fixed address, whose gateway has to be beside it', async () => {
    const { page } = visitor;
    await open(page, 'Internet');
    await row(page, 'As it came').first().click();
    await page.getByLabel('Static IP').check();
    await page.getByLabel('IP address').fill('203.0.113.2');
    await page.getByLabel('Gateway', { exact: true }).fill('203.0.114.1');
    await stage(page);
    expect(await page.getByLabel('Gateway', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Gateway', { exact: true }).fill('203.0.113.1');
    await page.getByLabel('Primary DNS').fill('203.0.113.1');
    await stage(page);
    await isStaged(page, 3);
    await row(page, '203.0.113.2/24').filter({ hasText: 'Changed' }).waitFor();
  });

  it('has a static route and a port mapping, with the rules on their fields', async () => {
    const { page } = visitor;
    await open(page, 'Static Route');
    await page.getByRole('button', { name: 'Add static route' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('branch');
    await page.getByLabel('Destination network').fill('10.9.0.5');
    await page.getByLabel('Next hop').fill('172.16.0.1');
    await stage(page);
    for (const label of ['Destination network', 'Next hop'])
      expect(await page.getByLabel(label).getAttribute('aria-invalid'), label).toBe('true');
    await page.getByLabel('Destination network').fill('10.9.0.0');
    await page.getByLabel('Next hop').fill('192.168.20.254');
    await stage(page);
    await isStaged(page, 4);
    await open(page, 'Port Mapping');
    await page.getByRole('button', { name: 'Add port mapping' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('web');
    await page.getByLabel('External ports').fill('80;8000-8010');
    await page.getByLabel('Internal address').fill('192.168.20.9');
    await stage(page);
    await page.getByText('Consecutive and non-consecutive ports cannot be mixed.').waitFor();
    await page.getByLabel('External ports').fill('80;443');
    await stage(page);
    await isStaged(page, 5);
    await row(page, '80;443').filter({ hasText: '192.168.20.9' }).waitFor();
  });

  it('shows at the VLAN what stands in it, and goes there', async () => {
    const { page } = visitor;
    await open(page, 'VLAN');
    await row(page, 'Guests').first().click();
    const panel = page.getByRole('complementary', { name: 'VLAN' });
    for (const title of ['DHCP pool guests', 'Static route branch', 'Port mapping web'])
      await panel.getByRole('link', { name: title }).waitFor();
    await panel.getByRole('link', { name: 'Port mapping web' }).click();
    expect(await page.getByLabel('External ports').inputValue()).toBe('80;443');
  });

  it('goes to the gateway whole, and stands there after a reload', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Static route branch').waitFor();
    await dialog.getByText('192.168.20.9 for 02:00:00:00:00:09').waitFor();
    await dialog.getByRole('button', { name: 'Apply 5 changes' }).click();
    await dialog.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await row(page, '80;443').filter({ hasText: 'Applied' }).waitFor();
    await open(page, 'Internet');
    await row(page, '203.0.113.2/24').filter({ hasText: 'Applied' }).waitFor();
  });

  it('reads its routes from it, with the age of what was read', async () => {
    const { page } = visitor;
    await open(page, 'Route Table');
    await page.getByText('never read').waitFor();
    await page.getByRole('button', { name: 'Read', exact: true }).first().click();
    await row(page, '10.9.0.0/24').filter({ hasText: 'Static route' }).waitFor();
    await row(page, '192.168.20.0/24').filter({ hasText: 'Own network' }).waitFor();
    await page.getByText('read now').waitFor();
    expect(await page.getByText('Applied, but not in this table').count()).toBe(0);
    await page.reload();
    await row(page, '10.9.0.0/24').waitFor();
  });

  it('takes a route away, and puts it back when that is undone', async () => {
    const { page } = visitor;
    await open(page, 'Static Route');
    await row(page, 'branch').first().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await isStaged(page, 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'branch').first().waitFor();
    expect(await page.getByRole('button', { name: 'Review changes' }).count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
  });
});
