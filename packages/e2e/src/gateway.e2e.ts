import type { NetworkConfig } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { applyNetwork, type Product, startProduct } from './seed.ts';
import { findRow } from './steps.ts';

const GATEWAY = { model: 'NL-GW5', name: 'GW-1' };
const VLAN_20 = { id: 20, name: 'Guests', ip: '192.168.20.1', prefix: 24, ports: [] };
const GUESTS: NetworkConfig = { vlans: [VLAN_20], dhcpPools: [] };
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
  staticRoutes: [{ name: 'branch', destination: '10.9.0.0', prefix: 24, nextHop: '192.168.20.254' }],
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

const openPage = (page: Page, part: string, projectId: number) =>
  page.goto(`/manage/networkconf/${part}?project=${projectId}`);

describe('a gateway set up in the console', () => {
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
    await expect(page.getByText('Applied, but not in this table')).toHaveCount(0);
    await page.reload();
    await findRow(page, '10.9.0.0/24').waitFor();
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
