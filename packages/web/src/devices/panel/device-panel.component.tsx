import { type Alarm, type BrokenPath, type Device, type DeviceDrift, NET_MODES } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../../testing/answers.ts';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { createDeviceSettingsAnswers } from '../../testing/device-settings-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { ALLOWED, createDevice, createDeviceDetail, OWNER, PAST } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, findPanel, findRow, press } from '../../testing/steps.ts';
import { createRow } from '../../rf/testing/rf-answers.ts';

const SWITCH = createDevice('NL-SW8P', 'Switch-1');
const ACCESS_POINT = createDevice('NL-AP6C', 'AP-1');
const ROUTER = createDevice('NL-WR3', 'Lobby-router');
const ALARM: Alarm = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  time: PAST,
  kind: 'device-offline',
  severity: 'critical',
  event: 'Switch-1 is offline.',
  device: { id: SWITCH.id, name: SWITCH.name, mac: SWITCH.mac, model: SWITCH.model },
  read: 0,
};
const panel = findPanel('Device');

const openPanel = (device: Device, tab = 'overview', answers: Answers = {}) =>
  openConsole(`/manage/devconf?project=7&open=${device.id}&tab=${tab}`, {
    devices: [device],
    answers: { ...createDeviceAnswers([device]), ...createDeviceSettingsAnswers(device), ...answers },
  });

it('lists the open alarms of a device, and how its configuration differs from its project’s', async () => {
  const drifted: Device = { ...SWITCH, config: { ...SWITCH.config, status: 'drifted' } };
  await openPanel(drifted, 'overview', {
    alarmList: { items: [ALARM], total: 1 },
    deviceDriftGet: {
      drift: {
        cause: 'local',
        changes: [
          {
            path: ['vlans', '20', 'name'],
            item: 'VLAN 20',
            setting: 'VLAN 20, name',
            now: 'Staff',
            after: 'Office',
          },
        ],
        keep: ALLOWED,
        push: ALLOWED,
      },
    },
  });
  const alarms = panel.getByRole('region', { name: 'Open alarms' });
  await expect.element(alarms.getByRole('link', { name: 'Switch-1 is offline.' })).toBeVisible();
  await expect.element(findButton('Apply project settings')).toBeVisible();
  await expectAccessible();
});

it.each([
  ['refused', 'Last refused message', 'evt: sev is missing'],
  ['cleaned', 'Last cleaned report', 'clients: join.name shortened (3)'],
] as const)(
  'names the last message of the device that was %s, with its reason',
  async (kind, label, reason) => {
    await openPanel({ ...ACCESS_POINT, lastRefusal: { at: PAST, kind, reason } });
    await expect.element(panel.getByText(label)).toBeVisible();
    await expect.element(panel.getByText(reason)).toBeVisible();
  },
);

it('requires the name of the project for a push with which a device that cannot roll back may lose the cloud', async () => {
  const refused: Device = { ...SWITCH, config: { ...SWITCH.config, status: 'rejected' } };
  const broken: BrokenPath = {
    kind: 'management',
    deviceId: SWITCH.id,
    deviceName: 'Switch-1',
    why: 'Management IP: 10.0.0.5/24 instead of by DHCP.',
    lost: true,
    cannotRollBack: true,
  };
  const drift: DeviceDrift = {
    cause: 'refused',
    changes: [],
    keep: ALLOWED,
    push: ALLOWED,
    broken: [broken],
  };
  const { sent } = await openPanel(refused, 'overview', {
    deviceDriftGet: { drift },
    deviceDriftPush: { job: createJob(SWITCH, 'configure') },
  });
  const push = findButton('Apply project settings');
  const field = panel.getByLabelText('Enter Small hotel to apply anyway');
  await expect
    .element(field)
    .toHaveAccessibleDescription(
      'Switch-1 cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.',
    );
  await expect.element(push).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  await field.fill('Small hotel');
  await push.click();
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'deviceDriftPush')?.body)
    .toEqual({ confirmName: 'Small hotel' });
});

it('shows the networks of the last scan', async () => {
  const networks = [
    { bssid: '02:5c:a0:02:00:01', ssid: 'Cafe', band: '2.4G', channel: 6, signalDbm: -61, security: 'WPA2' },
    { bssid: '02:5c:a0:02:00:02', ssid: '', band: '5G', channel: 44, signalDbm: -80, security: 'open' },
  ] as const;
  await openPanel(ACCESS_POINT, 'tools', {
    jobList: {
      items: [createJob(ACCESS_POINT, 'wifi-scan', { result: { networks: [...networks] } })],
      total: 1,
    },
  });
  await expect.element(panel.getByRole('cell', { name: 'Cafe' })).toBeVisible();
  await expectAccessible();
});

it('shows the airtime, noise and retries of a radio, and only the figures that each radio reports', async () => {
  const detail = createDeviceDetail(ACCESS_POINT, { vectorImage: 'data:,' });
  const air = { busyPercent: 41, txPercent: 20, rxPercent: 6, noiseDbm: -95, retryPercent: 7.8 };
  const radios = detail.radios.map((radio, index) => ({
    ...radio,
    channel: index === 0 ? 6 : 36,
    ...(index === 0 && air),
  }));
  await openPanel({ ...ACCESS_POINT, stale: true }, 'overview', { deviceGet: { ...detail, radios } });
  const section = panel.getByRole('region', { name: 'Radios' });
  await expect
    .element(section.getByText('Channel 41% busy: 20% sent, 6% received, 15% others', { exact: false }))
    .toBeVisible();
  await expect.element(section.getByText('Noise −95 dBm, retries 8%', { exact: false })).toBeVisible();
  await expect.element(section.getByTitle(/^Stale\. Reported .* ago, 2026-03-01/).first()).toBeVisible();
  expect(section.getByText('busy', { exact: false }).elements()).toHaveLength(1);
  await expectAccessible();
});

it('reviews another role of a router', async () => {
  await openPanel(ROUTER, 'overview', {
    deviceRoleReview: {
      changes: [{ path: ['role'], item: 'Role', setting: 'Role', now: 'Gateway', after: 'Access point' }],
      devices: [{ id: ROUTER.id, name: ROUTER.name, model: ROUTER.model, online: true, restarts: true }],
      clientsAffected: 0,

      costs: ['Afterwards the project has no gateway.'],
    },
  });
  await findButton('Change role').click();
  const dialog = page.getByRole('dialog', { name: 'Role of Lobby-router' });
  await press(dialog.getByLabelText('Access point'), ' ');
  await expect.element(dialog.getByText('Afterwards the project has no gateway.')).toBeVisible();
  await expectAccessible();
});

it.each([
  ['Upgrade…', SWITCH, 'Upgrade'],
  ['Schedule a restart…', SWITCH, 'Time'],
  ['Change country…', ACCESS_POINT, 'Country'],
  ['Reset…', SWITCH, 'Cancel'],
])('opens the dialog of “%s”', async (action, device, text) => {
  await openPanel(device, 'overview', {
    restartScheduleList: { items: [], total: 0 },
    firmwareList: {
      items: [
        {
          id: '0190b5a0-0000-7000-8000-000000000002',
          version: '3.0.0',
          models: [device.model],
          channel: 'stable',
          sizeBytes: 12_000_000,
          uploadedBy: OWNER,
          uploadedAt: PAST,
        },
      ],
      channels: [{ model: device.model, modelName: device.modelName, channel: 'stable' }],
      updates: [],
    },
  });
  await findButton('More actions').click();
  await page.getByRole('menuitem', { name: action }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(text).first()).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('stores the country of an OpenWiFi device in the wireless configuration', async () => {
  const openWifi: Device = { ...ACCESS_POINT, sn: 'OWF1024E53000001' };
  const { id, model, name } = openWifi;
  const wireless = {
    netMode: NET_MODES.wlan,
    hasGateway: false,
    devices: [{ id, model, name, radios: [], countries: ['PT', 'DE'] }],
  };
  const { sent } = await openPanel(openWifi, 'overview', {
    ...createNetworkAnswers({ devices: [openWifi], scope: { wireless } }),
    deviceCommand: createJob(openWifi, 'configure'),
  });
  await findButton('More actions').click();
  await page.getByRole('menuitem', { name: 'Change country…' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText(/is stored in the wireless configuration of the project/))
    .toBeVisible();
  const choice = dialog.getByRole('combobox', { name: 'Country' });
  await press(choice, 'ArrowDown');
  await expect.element(page.getByRole('option', { name: 'Germany' })).toBeInTheDocument();
  await userEvent.keyboard('Port{ArrowDown}{Enter}');
  await expect.element(choice).toHaveValue('Portugal');
  await press(dialog.getByRole('button', { name: 'Change country' }), 'Enter');
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'deviceCommand')?.body)
    .toEqual({ kind: 'country', deviceIds: [openWifi.id], args: { country: 'PT' } });
});

it('asks for the address of an image for an OpenWiFi device', async () => {
  const openWifi: Device = { ...ACCESS_POINT, sn: 'OWF1024E53000001' };
  await openPanel(openWifi);
  await expect.element(findRow('AP-1')).toBeVisible();
  await findButton('More actions').click();
  await page.getByRole('menuitem', { name: 'Upgrade…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade AP-1' });
  await dialog.getByLabelText('Image address').fill('ftp://images.example.com/ap.bin');
  await press(dialog.getByRole('button', { name: 'Upgrade' }), 'Enter');
  await expect.element(dialog.getByText('begins with https:// or http://')).toBeVisible();
  await expectAccessible();
});

it('names the channels that radar blocks for a radio', async () => {
  const detail = createDeviceDetail(ACCESS_POINT, { vectorImage: 'data:,' });
  const radarBans = [{ channels: [100, 104], until: '2026-03-01T14:32:10.000Z' }];
  const radios = detail.radios.map((radio) => ({
    ...radio,
    ...(radio.band === '5G' && { up: true, channel: 36, radarBans }),
  }));
  await openPanel(ACCESS_POINT, 'overview', { deviceGet: { ...detail, radios } });
  await expect
    .element(panel.getByText(/^Channels 100 to 104 are blocked until \d\d:32 because of radar\.$/))
    .toBeVisible();
});

it('names the channel that an RF optimization proposes for a radio', async () => {
  await openPanel(ACCESS_POINT, 'overview', {
    rfProposalGet: { rows: [createRow('AP-1', { radioId: 'radio1' })] },
  });
  const radios = panel.getByRole('region', { name: 'Radios' });
  await expect.element(radios.getByText('RF optimization proposes channel 52, 80 MHz')).toBeVisible();
  await expect
    .element(radios.getByRole('link', { name: 'RF optimization' }))
    .toHaveAttribute('href', expect.stringContaining('/manage/rfconf'));
});
