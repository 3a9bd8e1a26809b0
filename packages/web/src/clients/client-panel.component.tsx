import type { ConnectionCheck } from '@northlight/contract';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { findRanges } from '../testing/charts.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createClient, createDeviceId, PAST } from '../testing/fixtures.ts';
import { createNetworkAnswers } from '../testing/network-answers.ts';
import { openConsole } from '../testing/open-console.tsx';
import { createSeriesAnswers } from '../testing/series-answers.ts';
import { findButton, findPanel, findRow } from '../testing/steps.ts';

const MAC = '02:00:00:00:00:09';
const HALL = { id: createDeviceId('Hall'), name: 'Hall' };
const LOBBY = { id: createDeviceId('Lobby'), name: 'Lobby' };
const CHECK: ConnectionCheck = {
  link: { state: 'ok', finding: 'connected', device: LOBBY },
  vlan: { state: 'unknown', finding: 'no-gateway' },
  path: { state: 'unknown', finding: 'no-gateway', devices: [LOBBY] },
  address: { state: 'unknown', finding: 'none' },
  gateway: { state: 'unknown', finding: 'no-gateway' },
  internet: { state: 'unknown', finding: 'no-gateway' },
};
const panel = findPanel('Client');

const openPage = (search = '') =>
  openConsole(`/manage/onlinelist?project=7${search}`, {
    answers: {
      ...createNetworkAnswers(),
      ...createSeriesAnswers(),
      clientList: {
        items: [createClient(MAC, { name: 'Tablet', band: '5G', ssid: 'Guest', device: LOBBY })],
      },
      clientConnectionCheck: CHECK,
      clientVisits: {
        items: [
          {
            from: PAST,
            device: LOBBY,
            band: '5G',
            signalDbm: -61,
            roamedFrom: { device: HALL, signalDbm: -78 },
            pause: { seconds: 12, cause: 'Channel plan: 12 radios', at: PAST },
          },
        ],
      },
    },
  });

it('charts one client, where Escape first leaves the zoom and then closes the panel', async () => {
  const { address } = await openPage(`&open=${encodeURIComponent(MAC)}`);
  await expect.element(panel.getByRole('region', { name: 'Signal over time' })).toBeVisible();
  await findRanges().getByText('12 h', { exact: true }).click();
  await expect.poll(address).toContain('range=12h');
  await expect.element(panel.getByRole('region', { name: 'Signal over time' })).toBeVisible();
  await panel.getByRole('button', { name: 'Zoom in' }).click();
  await expect.element(findButton('Back to 12 h')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(findButton('Back to 12 h')).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

it('shows the roaming history of a client', async () => {
  await openPage();
  await findRow('Tablet').click();
  const history = panel.getByRole('region', { name: 'Roaming history' });
  await expect.element(history.getByRole('heading', { name: 'Roaming history' })).toBeVisible();
  await expect.element(history).toHaveTextContent(/connected for \d+d/);
  await expect.element(history).toHaveTextContent('12s without Wi-Fi before: Channel plan: 12 radios');
  await expect.element(history).toHaveTextContent('Roamed from Hall, −78 → −61 dBm');
  await expectAccessible();
});
