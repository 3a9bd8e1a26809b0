import type { NetworkConfig } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyNetwork, type Product, startProduct } from './seed.ts';
import { findRow, turnOffDhcp } from './steps.ts';

const GATEWAY = { model: 'NL-GW5', name: 'GW-1' };
const VLAN_20 = { id: 20, name: 'Guests', ip: '192.168.20.1', prefix: 24, ports: [] };
const GUESTS: NetworkConfig = { vlans: [VLAN_20], dhcpPools: [] };
const ROUTE = { name: 'branch', destination: '10.9.0.0', prefix: 24, nextHop: '192.168.20.254' };
/** A VLAN with a pool, a route and a port mapping that depend on it, and a static WAN address. */
const WHOLE: NetworkConfig = {
  ...GUESTS,
  dhcpPools: [
    {
      name: 'guests',
      vlanId: 20,
      start: '192.168.20.2',
      end: '192.168.20.200',
      dns: [],
      leaseMinutes: 120,
      reservations: [{ mac: '02:00:00:00:00:09', ip: '192.168.20.9', name: 'Printer' }],
    },
  ],
  wan: [
    {
      mode: 'static',
      port: 'wan1',
      ip: '203.0.113.2',
      prefix: 24,
      gateway: '203.0.113.1',
      dns: ['203.0.113.1'],
    },
  ],
  staticRoutes: [ROUTE],
  portMappings: [
    {
      name: 'web',
      protocol: 'tcp',
      internalIp: '192.168.20.9',
      externalPorts: '80;443',
      internalPorts: '80;443',
    },
  ],
};

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});

afterAll(() => product?.[Symbol.asyncDispose]());

const open = (page: Page, title: string): Promise<void> =>
  page.getByRole('link', { name: title, exact: true }).click();
const stage = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to draft', exact: true }).click();
const isStaged = (page: Page, count: number): Promise<void> =>
  page.getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`).waitFor();

const openPage = (page: Page, part: string, projectId: number) =>
  page.goto(`/manage/networkconf/${part}?project=${projectId}`);

describe('a gateway set up in the console', () => {
  it('receives a VLAN with tagged ports, and a DHCP pool that keeps its reserved address after a later edit', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '/manage/networkconf/vlan' });
    const { page } = installer;
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('20');
    await page.getByLabel('Name', { exact: true }).fill('Guests');
    await page.getByLabel('Gateway IP').fill('192.168.20.1');
    await turnOffDhcp(page);
    await page.getByRole('combobox', { name: 'LAN2' }).selectOption('Tagged');
    await stage(page);
    await isStaged(page, 1);
    await open(page, 'DHCP Policy');
    await page.getByRole('button', { name: 'Add DHCP pool' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('guests');
    await page.getByText('255.255.255.0', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Reserve address' }).click();
    await page.getByLabel('Address 1', { exact: true }).fill('192.168.21.9');
    await page.getByLabel('MAC address 1').fill('02-00-00-00-00-09');
    await page.getByLabel('Name 1').fill('Printer');
    await stage(page);
    await page.getByText("The address must be a client's in the network of VLAN 20").waitFor();
    await page.getByLabel('Address 1', { exact: true }).fill('192.168.20.9');
    await stage(page);
    await isStaged(page, 2);
    await findRow(page, 'guests').first().click();
    await page.getByLabel('Primary DNS').fill('9.9.9.9');
    await stage(page);
    const pool = findRow(page, 'guests').filter({ hasText: '9.9.9.9' }).first();
    await pool.waitFor();
    // A pool shows the gateway address of its VLAN.
    await pool.getByText('192.168.20.1/24', { exact: true }).waitFor();
    await pool.click();
    expect(await page.getByLabel('MAC address 1').inputValue()).toBe('02:00:00:00:00:09');
  });

  it('receives a VLAN with its DHCP range and a port of another VLAN from one form', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '' });
    const { page, project } = installer;
    await applyNetwork(installer, { ...GUESTS, vlans: [{ ...VLAN_20, ports: ['lan1'] }] });
    await openPage(page, 'vlan', project.id);
    await findRow(page, 'Gateway default').first().waitFor();
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('30');
    await page.getByLabel('Name', { exact: true }).fill('Reception');
    expect(await page.getByLabel('Gateway IP').inputValue()).toBe('192.168.30.1');
    expect(await page.getByLabel('First address').inputValue()).toBe('192.168.30.100');
    await page.getByText('Clients cannot join it.').waitFor();
    await page.getByRole('combobox', { name: 'LAN1, in VLAN 20' }).selectOption('Untagged');
    await page.getByRole('combobox', { name: 'LAN1, leaves VLAN 20' }).waitFor();
    await page.getByLabel('Last address').fill('192.168.31.5');
    await stage(page);
    await page.getByText('must be inside the network of VLAN 30').waitFor();
    await page.getByLabel('Last address').fill('192.168.30.150');
    await stage(page);
    await isStaged(page, 3);
    await findRow(page, 'Reception').filter({ hasText: '192.168.30.100 – 150' }).first().waitFor();
    await findRow(page, 'Reception').first().click();
    await page.getByRole('link', { name: 'DNS, lease and reserved addresses' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Reception');
  });

  it('receives an address of the LAN; the page lists the LAN among the VLANs', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '/manage/networkconf/vlan' });
    const { page } = installer;
    await findRow(page, 'Gateway default').first().click();
    await page.getByLabel('Gateway IP').fill('10.20.1.1');
    await page.getByRole('switch', { name: 'DHCP server' }).check({ force: true });
    expect(await page.getByLabel('First address').inputValue()).toBe('10.20.1.100');
    await stage(page);
    await isStaged(page, 2);
    await findRow(page, '10.20.1.1').first().waitFor();
  });

  it('receives a list of VLANs as one edit, and refuses a list with an existing ID as a whole', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '/manage/networkconf/vlan' });
    const { page } = installer;
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('20');
    await page.getByLabel('Name', { exact: true }).fill('Guests');
    await page.getByLabel('Gateway IP').fill('192.168.20.1');
    await turnOffDhcp(page);
    await stage(page);
    await isStaged(page, 1);
    await page.getByRole('button', { name: 'Add VLAN' }).first().click();
    await page.getByLabel('VLAN ID').fill('19-21,300');
    await page.getByText('4 new VLANs').waitFor();
    await turnOffDhcp(page);
    await stage(page);
    await page.getByText('VLAN 20: The VLAN ID already exists.').waitFor();
    await isStaged(page, 1);
    await page.getByLabel('VLAN ID').fill('30-32,300');
    await stage(page);
    await isStaged(page, 5);
    await findRow(page, 'VLAN 300').filter({ hasText: '10.1.44.1' }).first().waitFor();
    await page.getByRole('button', { name: 'Review changes' }).click();
    for (const id of [20, 30, 31, 32, 300])
      await page.getByText(`VLAN ${id}`, { exact: true }).first().waitFor();
  });

  it('receives a static WAN address, and refuses a WAN gateway outside its network', async () => {
    await using installer = await product.install({
      devices: [GATEWAY],
      path: '/manage/networkconf/netset',
    });
    const { page } = installer;
    await page.getByRole('button', { name: 'Edit settings of WAN1' }).click();
    await page.getByLabel('Static IP').check();
    await page.getByLabel('IP address').fill('203.0.113.2');
    await page.getByLabel('Gateway', { exact: true }).fill('203.0.114.1');
    await stage(page);
    expect(await page.getByLabel('Gateway', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Gateway', { exact: true }).fill('203.0.113.1');
    await page.getByLabel('Primary DNS').fill('203.0.113.1');
    await stage(page);
    await isStaged(page, 1);
    await page
      .getByRole('region', { name: 'WAN1' })
      .filter({ hasText: '203.0.113.2/24' })
      .filter({ hasText: 'Changed' })
      .waitFor();
  });

  it('shows the address that the ISP assigned, with its age', async () => {
    await using installer = await product.install({
      devices: [GATEWAY],
      path: '/manage/networkconf/netset',
    });
    const { page } = installer;
    const card = page.getByRole('region', { name: 'WAN1' });
    await card.getByText('Applied').waitFor();
    await card.getByText('In use').waitFor();
    await card.getByText(/100\.64\.\d+\.\d+\/24/).waitFor();
    await card.getByRole('row', { name: /^Internet 192\.0\.2\.53 \d+(\.\d)? ms \d+(\.\d)?%$/ }).waitFor();
    await card.getByText('192.0.2.53, 192.0.2.54').waitFor();
    await card.getByText('reported now').waitFor();
  });

  it('receives a static route and a port mapping in the draft after invalid fields are corrected', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '' });
    const { page, project } = installer;
    await applyNetwork(installer, { ...GUESTS, wan: WHOLE.wan });
    await openPage(page, 'static', project.id);
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
    await isStaged(page, 1);
    await open(page, 'Port Mapping');
    await page.getByRole('button', { name: 'Add port mapping' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('web');
    await page.getByLabel('External ports').fill('80;8000-8010');
    await page.getByRole('combobox', { name: 'Internal address' }).fill('192.168.20.9');
    await stage(page);
    await page
      .getByText(
        'Consecutive and non-consecutive ports cannot be mixed. Enter ports such as 80;443 or 8000-8010.',
      )
      .waitFor();
    await page.getByLabel('External ports').fill('80;443');
    await stage(page);
    await isStaged(page, 2);
    await findRow(page, '80;443').filter({ hasText: '192.168.20.9' }).waitFor();
  });

  it('lists the items that refer to a VLAN, with links to the items', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '' });
    const { page, project } = installer;
    await applyNetwork(installer, WHOLE);
    await openPage(page, 'vlan', project.id);
    await findRow(page, 'Guests').first().click();
    const panel = page.getByRole('complementary', { name: 'VLAN' });
    for (const title of ['DHCP pool guests', 'Static route branch', 'Port mapping web'])
      await panel.getByRole('link', { name: title }).waitFor();
    await panel.getByRole('link', { name: 'Port mapping web' }).click();
    expect(await page.getByLabel('External ports').inputValue()).toBe('80;443');
  });

  it('receives the whole draft after a reload, and reports its routes with their age', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '' });
    const { api, page, project } = installer;
    await api.call('networkDraftSave', {
      params: { projectId: project.id },
      body: { baseVersion: 0, config: WHOLE, version: 0 },
    });
    await openPage(page, 'port', project.id);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Static route branch', { exact: true }).waitFor();
    await dialog.getByText('192.168.20.9 for 02:00:00:00:00:09').waitFor();
    await dialog.getByRole('button', { name: 'Apply 5 changes' }).click();
    await dialog.getByText('Confirmed by the device').first().waitFor({ timeout: 90_000 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await findRow(page, '80;443').filter({ hasText: 'Applied' }).waitFor();
    await open(page, 'Internet');
    await page
      .getByRole('region', { name: 'WAN1' })
      .filter({ hasText: '203.0.113.2/24' })
      .filter({ hasText: 'Applied' })
      .waitFor();
    await open(page, 'Route Table');
    await findRow(page, '10.9.0.0/24').filter({ hasText: 'Static route' }).waitFor();
    await findRow(page, '192.168.20.0/24').filter({ hasText: 'Own network' }).waitFor();
    await page.getByText('updated now').waitFor();
    expect(await page.getByText('Applied, but not in this table').count()).toBe(0);
    await page.reload();
    await findRow(page, '10.9.0.0/24').waitFor();
  });

  it('restores a removed route when the removal is undone', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '' });
    const { page, project } = installer;
    await applyNetwork(installer, { ...GUESTS, staticRoutes: [ROUTE] });
    await openPage(page, 'static', project.id);
    await findRow(page, 'branch').first().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await isStaged(page, 1);
    await findRow(page, 'branch').filter({ hasText: 'Removed' }).first().waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await findRow(page, 'branch').filter({ hasText: 'Applied' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Review changes' }).count()).toBe(0);
    // Undoes the removal in the panel of the removed row, after the toast has gone.
    await findRow(page, 'branch').first().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await findRow(page, 'branch').filter({ hasText: 'Removed' }).first().click();
    await page.getByRole('button', { name: 'Undo removal' }).click();
    await findRow(page, 'branch').filter({ hasText: 'Applied' }).first().waitFor();
  });

  it('is listed with its removed VLAN until it has confirmed the removal', async () => {
    await using installer = await product.install({ devices: [GATEWAY], path: '' });
    const { api, devices, fleet, page, project } = installer;
    await applyNetwork(installer, GUESTS);
    await openPage(page, 'vlan', project.id);
    await findRow(page, 'Guests').filter({ hasText: 'Applied' }).first().waitFor({ timeout: 60_000 });
    const device = fleet.site.device(devices[0]?.sn ?? '');
    device.unplug();
    const params = { projectId: project.id };
    await pollUntil(async () => (await api.call('deviceList', { params })).items[0]?.state === 0, 90_000);
    await applyNetwork(installer, { vlans: [], dhcpPools: [] });
    const row = findRow(page, 'Guests').filter({ hasText: 'Waiting' }).first();
    await row.click();
    await page.getByText('VLAN 20 is removed').waitFor();
    await page.getByText('GW-1 is offline and receives it on return.').waitFor();
    device.plug();
    await row.waitFor({ state: 'detached', timeout: 90_000 });
  });
});
