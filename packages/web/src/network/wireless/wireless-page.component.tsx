import {
  EMPTY_NETWORK_CONFIG,
  EMPTY_WIRELESS,
  type NetworkConfig,
  type WifiPolicy,
} from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createDeviceDetail, createSharedProject, READ_ONLY } from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { createVlan } from '../../testing/network-steps.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectReadableFields } from '../../testing/read-only.ts';
import { createSeriesAnswers } from '../../testing/series-answers.ts';
import { choose, expectStaged, findButton, findPanel, findRow, stage } from '../../testing/steps.ts';

const PASSPHRASE = 'long enough';
const POLICY: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Office',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  maxClients: 64,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};
const panel = findPanel('Wi-Fi network');
const password = page.getByLabelText('Password', { exact: true });
const ssid = page.getByLabelText('SSID', { exact: true });

const openPage = (config?: NetworkConfig) =>
  openConsole('/manage/wirelessconf?project=7', {
    answers: { ...createNetworkAnswers({ ...(config && { config }) }), wirelessAirGet: { items: [] } },
  });

async function addPolicy(name: string, networkName: string): Promise<void> {
  await findButton('Add Wi-Fi network').first().click();
  await page.getByLabelText('Name', { exact: true }).fill(name);
  await ssid.fill(networkName);
}

/** Opens the page and adds a policy with a password to the draft; its form closes. */
async function openWithStaged(): Promise<void> {
  await openPage();
  await addPolicy('Staff', 'Office');
  await password.fill(PASSPHRASE);
  await stage();
  await expectStaged(1);
}

it('requires the password of a secured Wi-Fi network at its field', async () => {
  await openPage();
  await expect.element(page.getByRole('heading', { name: 'No Wi-Fi networks yet' })).toBeVisible();
  await addPolicy('Staff', 'Office');
  await stage();
  await expect.element(page.getByText('Enter the password.')).toBeVisible();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(PASSPHRASE);
  await stage();
  await expectStaged(1);
  await expect.element(findRow('Office')).toHaveTextContent('Not applied yet');
});

it('offers only the ciphers of the security mode, and states why others are unavailable', async () => {
  await openWithStaged();
  await findRow('Office').click();
  await choose('Security mode', 'WPA3-SAE');
  await panel.getByRole('button', { name: /^Advanced/ }).click();
  await expect.element(page.getByText('WPA3-SAE works with AES only')).toBeVisible();
  await expectAccessible();
  await page.getByRole('combobox', { name: 'Encryption' }).click();
  await expect
    .element(page.getByRole('option', { name: 'TKIP: not with this mode' }))
    .toHaveAttribute('data-combobox-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('combobox', { name: 'Security mode' }).click();
  const other = page.getByRole('option', { name: /^Other/ });
  await expect.element(other).toHaveAttribute('data-combobox-disabled', 'true');
  await expect.element(other).toHaveTextContent('cannot be configured');
});

it('accepts a shutdown period by keyboard, to the minute', async () => {
  await openWithStaged();
  await findRow('Office').click();
  await panel.getByRole('button', { name: /^Off hours/ }).click();
  const grid = page.getByRole('grid', { name: 'Hours with Wi-Fi off' });
  await expect.element(grid).toBeVisible();
  grid.element().querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  const findHour = (name: string) => grid.getByRole('gridcell', { name });
  await userEvent.keyboard('{End} ');
  await expect.element(findHour('Monday 23:00 to 24:00, off')).toBeVisible();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  const start = page.getByLabelText('Start of period 1');
  await expect.element(start).toHaveValue('22:00');
  await start.fill('22:30');
  await userEvent.keyboard('{Tab}');
  await expect.element(findHour('Monday 22:00 to 23:00, partly off')).toBeVisible();
  await page.getByLabelText('End of period 1').fill('22:00');
  await userEvent.keyboard('{Tab}');
  await stage();
  await expect.element(page.getByText('The end must be after the start.')).toBeVisible();
  await page.getByLabelText('Remove period 1').click();
  await stage();
  await expect.element(panel).not.toBeInTheDocument();
  await expectStaged(1);
});

it('names the other policy of a conflict, and links to it', async () => {
  await openWithStaged();
  await addPolicy('Lobby', 'office');
  await password.fill(PASSPHRASE);
  await stage();
  await expect
    .element(page.getByText('“Lobby” and “Staff” both have the name office on 2.4 GHz.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Staff', exact: true })).toBeVisible();
  await ssid.fill('Lobby');
  await panel.getByRole('button', { name: /^Client limits and addresses/ }).click();
  await findButton('10 up, 20 down').click();
  await stage();
  await expectStaged(2);
});

it('disables a policy in the list', async () => {
  await openPage({ ...EMPTY_NETWORK_CONFIG, wireless: { ...EMPTY_WIRELESS, policies: [POLICY] } });
  const enabled = page.getByRole('switch', { name: 'Staff is enabled' });
  await enabled.click({ force: true });
  await expect.element(enabled).not.toBeChecked();
  await expectStaged(1);
});

it('sets a radio, and explains why a channel does not support a width', async () => {
  const device = createDevice('NL-AP6C', 'AP-1');
  await openConsole('/manage/devconf?project=7', {
    devices: [device],
    answers: {
      ...createNetworkAnswers({ devices: [device] }),
      ...createSeriesAnswers(),
      alarmList: { items: [], total: 0 },
    },
  });
  await findRow('AP-1').click();
  const shown = findPanel('Device');
  await shown.getByRole('radiogroup', { name: 'Device section' }).getByText('Radios').click();
  await expect.element(shown.getByRole('row', { name: /5 GHz Broadcasting/ })).toBeVisible();
  await shown.getByRole('button', { name: 'Show radio 5 GHz' }).click();
  const radio = shown.getByRole('region', { name: 'Radio 5 GHz', exact: true });
  await radio.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: '165', exact: true }).click();
  await radio.getByRole('combobox', { name: 'Width' }).click();
  await expect
    .element(page.getByRole('option', { name: '80 MHz: Channel 165 does not allow 80 MHz.' }))
    .toHaveAttribute('data-combobox-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(shown.getByText('1 change staged')).toBeVisible();
});

it('blocks a client by its MAC address, and refuses an incomplete one', async () => {
  await openConsole('/manage/onlinelist?project=7&tab=blacklist&open=new', {
    answers: createNetworkAnswers(),
  });
  const mac = page.getByLabelText('MAC', { exact: true });
  await mac.fill('02-00-00-00-00-0');
  await stage();
  await expect.element(page.getByText('Enter a MAC address such as')).toBeVisible();
  await mac.fill('02-00-00-00-00-09');
  await stage();
  await expect.element(findRow('02:00:00:00:00:09')).toHaveTextContent('New');
});

it('shows a policy and the blacklist as text to a viewer with a read-only share', async () => {
  const viewed: NetworkConfig = {
    vlans: [createVlan(20, 'Guests')],
    dhcpPools: [],
    wireless: {
      ...EMPTY_WIRELESS,
      policies: [
        {
          ...POLICY,
          id: 'lobby',
          name: 'Lobby',
          ssid: 'Harbour Lobby',
          security: {
            mode: 'wpa2-psk',
            ciphers: ['AES'],
            keyId: '6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365',
            keyUpdateSeconds: 3600,
          },
          vlanId: 20,
          guest: true,
          shutdowns: [{ days: [1, 2], fromMinute: 0, toMinute: 330 }],
        },
      ],
      blacklist: [{ mac: '02:00:00:00:00:07', remark: 'Lost phone' }],
    },
  };
  const { open } = await openConsole('/manage/wirelessconf?project=7&open=lobby', {
    project: createSharedProject(),
    answers: {
      ...createNetworkAnswers({ config: viewed, can: READ_ONLY }),
      wirelessAirGet: { items: [] },
    },
  });
  await expectReadableFields('Wi-Fi network', {
    SSID: 'Harbour Lobby',
    Enabled: 'On',
    Bands: '2.4 GHz, 5 GHz',
    Password: 'Set, hidden',
    VLAN: '20 Guests',
    'Upload limit (Mbit/s)': 'No limit',
    'Period 1': 'Mon, Tue 00:00 – 05:30',
  });
  await open('/manage/onlinelist?project=7&tab=blacklist&open=02:00:00:00:00:07');
  await expectReadableFields('Blocked client', { Remark: 'Lost phone' });
});

it('marks a radio whose channel an RF optimization has chosen, until the channel is set by hand', async () => {
  const device = createDevice('NL-AP6C', 'AP-1');
  const planned = {
    deviceId: device.id,
    radioId: 'radio1',
    channel: 52,
    widthMhz: 80,
    powerDbm: 'auto',
    planned: true,
  } as const;
  await openConsole(`/manage/devconf?project=7&open=${device.id}&tab=radios`, {
    devices: [device],
    answers: {
      ...createNetworkAnswers({
        devices: [device],
        config: { ...EMPTY_NETWORK_CONFIG, wireless: { ...EMPTY_WIRELESS, radios: [planned] } },
      }),
      ...createSeriesAnswers(),
    },
  });
  const shown = findPanel('Device');
  await expect.element(shown.getByRole('row', { name: /5 GHz/ })).toHaveTextContent('by RF optimization');
  await shown.getByRole('button', { name: 'Show radio 5 GHz' }).click();
  const note = shown.getByText(/has chosen channel and width/);
  await expect.element(note).toBeVisible();
  await choose('Channel', '36');
  await expectStaged(1);
  await expect.element(note).not.toBeInTheDocument();
});

it('explains that a radio uses another channel while radar blocks the one of its setting', async () => {
  const device = createDevice('NL-AP6C', 'AP-1');
  const detail = createDeviceDetail(device, { vectorImage: 'data:,' });
  const radarBans = [{ channels: [100], until: '2026-03-01T14:32:10.000Z' }];
  const radios = detail.radios.map((radio) => ({
    ...radio,
    ...(radio.id === 'radio1' && { up: true, channel: 36, widthMhz: 20, radarBans }),
  }));
  const setting = {
    deviceId: device.id,
    radioId: 'radio1',
    channel: 100,
    widthMhz: 20,
    powerDbm: 'auto',
  } as const;
  await openConsole(`/manage/devconf?project=7&open=${device.id}&tab=radios`, {
    devices: [device],
    answers: {
      ...createNetworkAnswers({
        devices: [device],
        config: { ...EMPTY_NETWORK_CONFIG, wireless: { ...EMPTY_WIRELESS, radios: [setting] } },
      }),
      ...createSeriesAnswers(),
      deviceGet: { ...detail, radios },
    },
  });
  await expect
    .element(findPanel('Device').getByRole('row', { name: /5 GHz/ }))
    .toHaveTextContent(/Channel 100 is blocked until \d\d:32 because of radar; 36 is used meanwhile\./);
});
