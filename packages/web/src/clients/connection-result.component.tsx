import type { ConnectionCheck } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { render } from '../testing/render.tsx';
import { ConnectionResult } from './ConnectionResult.tsx';

const AP = { id: 'ap', name: 'Hall-AP' };
const SWITCH = { id: 'core', name: 'Core' };
const GATEWAY = { id: 'gw', name: 'Gateway' };
const PORT_3 = { id: 'p3', label: '3' };
const GOOD: ConnectionCheck = {
  link: { state: 'ok', finding: 'connected', device: AP, ssid: 'Guests', band: '5G', signalDbm: -58 },
  vlan: { state: 'ok', finding: 'configured', id: 20, name: 'Guests' },
  path: { state: 'ok', finding: 'complete', devices: [AP, SWITCH, GATEWAY] },
  address: { state: 'ok', finding: 'assigned', ip: '10.0.20.31' },
  gateway: { state: 'ok', finding: 'online', device: GATEWAY },
  internet: {
    state: 'ok',
    finding: 'online',
    wan: { id: 'wan1', label: 'WAN1' },
    ip: '203.0.113.14',
    latencyMs: 9,
  },
};
const NO_ADDRESS: Partial<ConnectionCheck> = {
  address: { state: 'failed', finding: 'none', pool: { name: 'guests', used: 12, addresses: 90 } },
};

const show = (found: Partial<ConnectionCheck>, client: { ssid?: string } = { ssid: 'Guests' }) =>
  render(
    <main>
      <h1>Client</h1>
      <ConnectionResult check={{ ...GOOD, ...found }} client={client} />
    </main>,
  );
const listSteps = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((element) => element.textContent);

it('shows a working connection in one line, and its steps on request', async () => {
  await show({});
  await expect.element(page.getByText('No problem found.')).toBeVisible();
  expect(listSteps()).toEqual([]);
  await page.getByRole('button', { name: 'Show steps' }).click();
  expect(listSteps()).toEqual([
    'OK:Wi-FiGuests, 5 GHz at Hall-AP, −58 dBm, good',
    'OK:VLAN20 Guests',
    'OK:PathHall-AP → Core → Gateway',
    'OK:Address10.0.20.31',
    'OK:GatewayGateway is online.',
    'OK:InternetWAN1, 203.0.113.14, 9 ms',
  ]);
});

it('shows all steps of a broken connection, with links to the port and the pool', async () => {
  await show({
    ...NO_ADDRESS,
    path: {
      state: 'failed',
      finding: 'vlan-missing',
      devices: [AP, SWITCH, GATEWAY],
      gap: { device: SWITCH, port: PORT_3, vlanId: 20 },
    },
  });
  await expect
    .element(page.getByText('Port 3 of Core does not carry VLAN 20. Add the VLAN to this port.'))
    .toBeVisible();
  const port = page.getByRole('link', { name: 'Port 3 of Core' });
  await expect.element(port).toHaveAttribute('href', expect.stringMatching(/open=core&tab=ports&ports=p3/));
  const pool = page.getByRole('link', { name: 'the DHCP pool' });
  await expect.element(pool).toHaveAttribute('href', expect.stringMatching(/open=guests/));
  await expect.element(page.getByRole('link', { name: 'Troubleshooting guide' })).toBeVisible();
  await expectAccessible();
});

it('leads from a port of the gateway to the form of the VLAN', async () => {
  await show({
    path: {
      state: 'failed',
      finding: 'vlan-missing',
      devices: [AP, GATEWAY],
      gap: { device: GATEWAY, port: { id: 'lan1', label: 'LAN1' }, vlanId: 20 },
    },
  });
  const form = page.getByRole('link', { name: 'Tag the port in VLAN 20' });
  await expect
    .element(form)
    .toHaveAttribute('href', expect.stringMatching(/networkconf\/vlan\?open=(%22)?20/));
});

it('names the steps that no report shows', async () => {
  await show({ path: { state: 'unknown', finding: 'not-known', devices: [AP] } });
  await expect.element(page.getByText('No problem found. Not known: Path.')).toBeVisible();
});

it.each<[string, Partial<ConnectionCheck>, string]>([
  [
    'a full pool',
    {
      address: {
        state: 'failed',
        finding: 'pool-full',
        ip: '169.254.7.9',
        pool: { name: 'guests', used: 90, addresses: 90 },
      },
    },
    'The DHCP pool of VLAN 20 is full: 90 of 90 addresses are in use. Enlarge the pool or shorten its lease time.',
  ],
  [
    'a VLAN that the gateway lacks',
    { vlan: { state: 'failed', finding: 'not-on-gateway', id: 99 } },
    'VLAN 99 is not configured on the gateway. Correct the VLAN of port 3 of Core or add the VLAN.',
  ],
  [
    'a weak signal',
    { link: { state: 'warning', finding: 'weak-signal', device: AP, ssid: 'Guests', signalDbm: -78 } },
    'The signal at Hall-AP is weak (−78 dBm). Move the client closer, or add an access point.',
  ],
  [
    'a provider without an answer',
    {
      internet: {
        state: 'failed',
        finding: 'no-answer',
        wan: { id: 'wan1', label: 'WAN1' },
        lossPercent: 100,
      },
    },
    'The internet does not answer over WAN1. The provider may have a fault. Open Internet',
  ],
])('explains %s', async (_title, found, text) => {
  const link: ConnectionCheck['link'] = { state: 'ok', finding: 'connected', device: SWITCH, port: PORT_3 };
  await show({ link, ...found }, {});
  expect(listSteps().some((step) => step.endsWith(text))).toBe(true);
});
