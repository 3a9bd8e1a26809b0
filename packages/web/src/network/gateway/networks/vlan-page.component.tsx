import type { NetworkConfig } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDevice } from '../../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../../testing/network-answers.ts';
import { createVlan, fillVlan, openPart, turnOffDhcp } from '../../../testing/network-steps.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { expectStaged, findButton, findPanel, findRow, stage } from '../../../testing/steps.ts';

const GATEWAY = createDevice('NL-GW5', 'GW-1');
const GUESTS = createVlan(20, 'Guests');
const vlanId = page.getByLabelText('VLAN ID');
const name = page.getByLabelText('Name', { exact: true });

const openPage = (config?: NetworkConfig) =>
  openConsole('/manage/networkconf/vlan?project=7', {
    devices: [GATEWAY],
    answers: createNetworkAnswers({ devices: [GATEWAY], ...(config && { config }) }),
  });

it('adds a VLAN with a tagged port, in which a DHCP pool keeps its reserved address after a later edit', async () => {
  await openPage();
  await fillVlan(20, 'Guests');
  await page.getByRole('combobox', { name: 'LAN2' }).selectOptions('Tagged');
  await stage();
  await expectStaged(1);
  await expect.element(findRow('Guests')).toHaveTextContent('LAN2');
  await openPart('DHCP Policy');
  await findButton('Add DHCP pool').first().click();
  await name.fill('guests');
  await expect.element(page.getByText('255.255.255.0', { exact: true }).first()).toBeVisible();
  await findButton('Reserve address').click();
  await page.getByLabelText('Address 1', { exact: true }).fill('192.168.21.9');
  await page.getByLabelText('MAC address 1').fill('02-00-00-00-00-09');
  await page.getByLabelText('Name 1').fill('Printer');
  await stage();
  await expect
    .element(page.getByText("The address must be a client's in the network of VLAN 20"))
    .toBeVisible();
  await page.getByLabelText('Address 1', { exact: true }).fill('192.168.20.9');
  await stage();
  await expectStaged(2);
  const pool = findRow('guests');
  await pool.click();
  await page.getByLabelText('Primary DNS').fill('9.9.9.9');
  await stage();
  await expect.element(pool).toHaveTextContent('9.9.9.9');
  // A pool shows the gateway address of its VLAN.
  await expect.element(pool.getByText('192.168.20.1/24', { exact: true })).toBeVisible();
  await pool.click();
  await expect.element(page.getByLabelText('MAC address 1')).toHaveValue('02:00:00:00:00:09');
});

it('adds a VLAN with its DHCP range and a port of another VLAN in one form', async () => {
  await openPage({ vlans: [{ ...GUESTS, ports: ['lan1'] }], dhcpPools: [] });
  await expect.element(findRow('Gateway default')).toBeVisible();
  await findButton('Add VLAN').first().click();
  await vlanId.fill('30');
  await name.fill('Reception');
  await expect.element(page.getByLabelText('Gateway IP')).toHaveValue('192.168.30.1');
  await expect.element(page.getByLabelText('First address')).toHaveValue('192.168.30.100');
  await expect.element(page.getByText('Clients cannot join it.')).toBeVisible();
  await page.getByRole('combobox', { name: 'LAN1, in VLAN 20' }).selectOptions('Untagged');
  await expect.element(page.getByRole('combobox', { name: 'LAN1, leaves VLAN 20' })).toBeVisible();
  await page.getByLabelText('Last address').fill('192.168.31.5');
  await stage();
  await expect.element(page.getByText('must be inside the network of VLAN 30')).toBeVisible();
  await page.getByLabelText('Last address').fill('192.168.30.150');
  await stage();
  await expectStaged(3);
  await expect.element(findRow('Reception')).toHaveTextContent('192.168.30.100 – 150');
  await findRow('Reception').click();
  await page.getByRole('link', { name: 'DNS, lease and reserved addresses' }).click();
  await expect.element(name).toHaveValue('Reception');
});

it('lists the LAN among the VLANs, and sets its address', async () => {
  await openPage();
  await findRow('Gateway default').click();
  await page.getByLabelText('Gateway IP').fill('10.20.1.1');
  await page.getByRole('switch', { name: 'DHCP server' }).click({ force: true });
  await expect.element(page.getByLabelText('First address')).toHaveValue('10.20.1.100');
  await stage();
  await expectStaged(2);
  await expect.element(findRow('10.20.1.1')).toBeVisible();
});

it('adds a list of VLANs as one edit, and refuses a list with an existing ID as a whole', async () => {
  await openPage();
  await fillVlan(20, 'Guests');
  await stage();
  await expectStaged(1);
  await findButton('Add VLAN').first().click();
  await vlanId.fill('19-21,300');
  await expect.element(page.getByText('4 new VLANs')).toBeVisible();
  await turnOffDhcp();
  await stage();
  await expect.element(page.getByText('VLAN 20: The VLAN ID already exists.')).toBeVisible();
  await expectStaged(1);
  await vlanId.fill('30-32,300');
  await stage();
  await expectStaged(5);
  await expect.element(findRow('VLAN 300')).toHaveTextContent('10.1.44.1');
  await findButton('Review changes').click();
  const review = page.getByRole('dialog');
  for (const id of [20, 30, 31, 32, 300])
    await expect.element(review.getByText(`VLAN ${id}`, { exact: true }).first()).toBeVisible();
});

it('lists the items that refer to a VLAN, with links to the items', async () => {
  await openPage({
    vlans: [GUESTS],
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
  });
  await findRow('Guests').click();
  const panel = findPanel('VLAN');
  for (const title of ['DHCP pool guests', 'Static route branch', 'Port mapping web'])
    await expect.element(panel.getByRole('link', { name: title })).toBeVisible();
  await panel.getByRole('link', { name: 'Port mapping web' }).click();
  await expect.element(page.getByLabelText('External ports')).toHaveValue('80;443');
});
