import { EMPTY_WIRELESS, getDefaultPort, type NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, it } from 'vitest';
import { applyNetwork, createVlan, type Installer, type Product, startProduct } from '../seed.ts';
import { findRow } from '../steps.ts';

/** A gateway, a switch at its LAN1, and an access point whose port of the switch will carry only the LAN. */
const DEVICES = [
  { model: 'NL-GW5', name: 'Gateway' },
  { model: 'NL-SW8P', name: 'Core', uplink: ['Gateway', 'lan1'] },
  { model: 'NL-AP6C', name: 'Hall', uplink: ['Core', 'p2'] },
] as const;

const GUESTS: NetworkConfig = {
  lan: { ip: '10.1.0.1', prefix: 24 },
  vlans: [{ ...createVlan(20, 'Guests'), taggedPorts: ['lan1'] }],
  dhcpPools: [
    { name: 'guests', vlanId: 20, start: '10.20.0.10', end: '10.20.0.99', dns: [], leaseMinutes: 60 },
  ],
  wireless: {
    ...EMPTY_WIRELESS,
    policies: [
      {
        id: 'guests',
        name: 'Guests',
        enabled: true,
        ssid: 'Fleet',
        hidden: false,
        bands: ['2.4G', '5G'],
        security: { mode: 'open' },
        maxClients: 32,
        guest: false,
        shutdowns: [],
        dhcp: 'user',
        devices: 'all',
        vlanId: 20,
      },
    ],
  },
};

let product: Product;

/** Makes port P2 of the switch an access port of the LAN. */
async function restrictPort({ api, devices, project }: Installer): Promise<void> {
  const params = { projectId: project.id, deviceId: devices[1]?.id ?? '' };
  const { version: baseVersion } = await api.call('deviceSettingsGet', { params });
  const { capabilities } = await api.call('deviceGet', { params });
  const port = capabilities.ports.find(({ id }) => id === 'p2');
  if (!port) throw new Error('The switch has no port P2.');
  const settings = { ports: [{ ...getDefaultPort(port), mode: 'access' as const, pvid: 1, tagged: [] }] };
  const changes = [{ deviceId: params.deviceId, baseVersion, settings }];
  await api.call('deviceSettingsApply', { params, body: { changes } });
}

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

it('a port that does not carry the VLAN of a client is found in its connection check, and is corrected from there', async () => {
  await using installer = await product.install({ devices: DEVICES, path: '' });
  const { page, project } = installer;
  await applyNetwork(installer, GUESTS);
  await restrictPort(installer);
  const clientsPath = `/manage/onlinelist?project=${project.id}`;
  await page.goto(clientsPath);
  // The access point assigns its clients to the new VLAN at their next report.
  const phone = findRow(page, 'Phone-1').filter({ hasText: '20 Guests' });
  await phone.waitFor({ timeout: 60_000 });
  await phone.click();
  const check = page
    .getByRole('complementary', { name: 'Client' })
    .getByRole('region', { name: 'Connection check' });
  await check.getByText('Port P2 of Core does not carry VLAN 20.').waitFor();
  await check.getByRole('link', { name: 'Port P2 of Core' }).click();

  const panel = page.getByRole('complementary', { name: 'Device' });
  await panel.getByRole('combobox', { name: 'Mode' }).click();
  await page.getByRole('option', { name: 'Trunk' }).click();
  await panel.getByRole('combobox', { name: 'Tagged VLANs' }).fill('20');
  await panel.getByRole('button', { name: 'Add to draft', exact: true }).click();
  await panel.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  const sent = page.getByRole('dialog');
  await sent.getByText('Confirmed by the device').waitFor();
  await sent.getByRole('button', { name: 'Close', exact: true }).click();

  await page.goto(clientsPath);
  await phone.click();
  // Another step can have a warning, such as a weak signal, and then all steps are shown.
  const steps = check.getByRole('list', { name: 'Steps to the internet' });
  const show = check.getByRole('button', { name: 'Show steps' });
  await show.or(steps).first().waitFor();
  if (await show.isVisible()) await show.click();
  await steps
    .getByRole('listitem')
    .filter({ hasText: /OK:.*Hall → Core → Gateway/ })
    .waitFor();
});
