import type { DeviceRecorder } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { createDeviceSettingsAnswers } from '../../testing/device-settings-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createDeviceDetail, forbidDevice, PAST } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, findPanel, press } from '../../testing/steps.ts';

const TB = 1e12;
const NVR = createDevice('NL-NVR16', 'Archive');
const CAMERA = createDevice('NL-IPC4B', 'Gate');
const disk = (number: number, state: DeviceRecorder['disks'][number]['state']) => ({
  id: `d${number}`,
  label: `Disk ${number}`,
  state,
});
const RECORDER: DeviceRecorder = {
  overwrites: true,
  projectedDays: 31.4,
  disks: [
    {
      ...disk(1, 'normal'),
      model: 'SV4000',
      capacityBytes: 4 * TB,
      usedBytes: 3.2 * TB,
      healthPercent: 96,
      temperatureC: 38.4,
      powerOnHours: 14_200,
    },
    disk(2, 'missing'),
  ],
  channels: [
    {
      number: 1,
      camera: { id: CAMERA.id, name: 'Gate' },
      online: true,
      recording: true,
      due: true,
      stream: { codec: 'H.265', width: 2560, height: 1440, framesPerSecond: 25, kbps: 4_100 },
      heldDays: 30.9,
      recordedPercent: 99.98,
      gaps: [],
    },
    {
      number: 2,
      camera: { mac: '5c:00:00:00:00:01' },
      online: false,
      recording: false,
      due: true,
      heldDays: 3.25,
      recordedPercent: 99.9,
      gaps: [{ endedAt: PAST, seconds: 600 }],
    },
  ],
};

const REPORTED = { recorder: RECORDER, recorderAt: PAST };

const openTab = (device = NVR, report: Partial<typeof REPORTED> = REPORTED) =>
  openConsole(`/manage/devconf?project=7&open=${device.id}&tab=recording`, {
    devices: [device, CAMERA],
    answers: {
      ...createDeviceAnswers([device, CAMERA]),
      ...createDeviceSettingsAnswers(device),
      deviceGet: createDeviceDetail(device, report),
      recorderDiskFormat: createJob(device, 'disk-format'),
      recordingPromisesSet: { ok: true },
      jobList: { items: [], total: 0 },
    },
  });

it('shows the retention, the disks and the channels of a recorder', async () => {
  await openTab();
  const panel = findPanel('Device');
  await expect.element(panel.getByText('31 days, at the rate of the last 24\u00a0h')).toBeVisible();
  await expect.element(panel.getByText('3.2 TB of 4 TB')).toBeVisible();
  await expect
    .element(panel.getByText('SV4000, health 96%, 38\u00a0°C, 14,200 h in operation'))
    .toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Gate' })).toBeVisible();
  await expect.element(panel.getByText('H.265, 2560×1440, 25 fps, 4.1 Mbit/s')).toBeVisible();
  await expect.element(panel.getByText('Recording, 30 days held, 100% of the last 24\u00a0h')).toBeVisible();
  await expect.element(panel.getByText('Camera offline')).toBeVisible();
  await expect.element(panel.getByText('Last gap 10m, until')).toBeVisible();
  await expect
    .element(findButton('Format Disk 2'))
    .toHaveAccessibleDescription('There is no disk in this bay.');
  await expectAccessible();
});

it('formats a disk after the name of the recorder was entered', async () => {
  const { sent } = await openTab();
  await press(findButton('Format Disk 1').first(), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Format Disk 1' });
  const name = dialog.getByLabelText('Name of the recorder');
  await name.fill('Archiv');
  await press(name, 'Enter');
  await expect.element(dialog.getByText('Enter Archive.')).toBeVisible();
  await expectAccessible();
  await name.fill('Archive');
  await press(name, 'Enter');
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'recorderDiskFormat')?.body)
    .toEqual({ deviceName: 'Archive' });
  await expect.element(dialog).not.toBeInTheDocument();
});

it('promises days for all cameras at once, and for single ones', async () => {
  const { sent } = await openTab();
  await expect.element(findPanel('Device').getByText('No days are promised')).toBeVisible();
  await press(findButton('Set promised days'), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Promised days of Archive' });
  await dialog.getByLabelText('All cameras').fill('30');
  await dialog.getByLabelText('Gate').fill('45');
  await expect.element(dialog.getByLabelText('Channel 2')).toHaveValue('30 days');
  await dialog.getByLabelText('Channel 2').fill('0');
  await press(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await expect.element(dialog.getByText(/^Enter a whole number from 1/)).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('Channel 2').fill('');
  await press(dialog.getByRole('button', { name: 'Save' }), 'Enter');
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'recordingPromisesSet')?.body)
    .toEqual({
      channels: [
        { number: 1, days: 45 },
        { number: 2, days: null },
      ],
    });
  await expect.element(dialog).not.toBeInTheDocument();
});

it('shows why nothing can be formatted without the right', async () => {
  const denied = forbidDevice(NVR);
  await openTab(denied);
  await expect.element(findButton('Format Disk 1')).toHaveAccessibleDescription(/.+/);
});

it('shows that nothing was reported yet', async () => {
  await openTab(NVR, {});
  const panel = findPanel('Device');
  await expect
    .element(panel.getByText('The recorder has not reported its disks and channels yet.'))
    .toBeVisible();
});
