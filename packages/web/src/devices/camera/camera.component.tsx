import type { CameraPicture, DeviceDetail } from '@northlight/contract';
import { expect, it } from 'vitest';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createDeviceDetail, PAST } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { refuse } from '../../testing/refuse.ts';
import { findButton, findPanel, press } from '../../testing/steps.ts';

const CAMERA = createDevice('NL-IPC4B', 'Gate');
const DRAWN =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="teal"/></svg>';
const createPicture = (id: string, event?: string): CameraPicture => ({
  id,
  takenAt: PAST,
  url: DRAWN,
  smallUrl: DRAWN,
  widthPx: 1280,
  heightPx: 720,
  ...(event !== undefined && { event }),
});
const REPORT: Partial<DeviceDetail> = {
  camera: {
    streams: [{ name: 'Main', codec: 'H.265', width: 2560, height: 1440, framesPerSecond: 25, kbps: 4_100 }],
    timeSource: 'ntp',
    hasDefaultPassword: true,
  },
  cameraAt: PAST,
  clockDifferenceSeconds: -7_260,
  recordedBy: [
    {
      recorder: { id: 'nvr', name: 'Archive' },
      channel: 3,
      recording: false,
      heldDays: 12.4,
      promisedDays: 30,
    },
  ],
};
const PICTURES = {
  newest: createPicture('newest'),
  events: [createPicture('event', 'Motion at the gate')],
  can: { take: { allowed: true as const } },
};

const openPanel = (answers: object = {}) =>
  openConsole(`/manage/devconf?project=7&open=${CAMERA.id}`, {
    devices: [CAMERA],
    answers: {
      ...createDeviceAnswers([CAMERA]),
      deviceGet: createDeviceDetail(CAMERA, { ...REPORT, vectorImage: DRAWN }),
      cameraPictureList: PICTURES,
      cameraPictureTake: createJob(CAMERA, 'snapshot'),
      ...answers,
    },
  });

it('shows the newest picture, those of events, streams, recorders and the clock', async () => {
  await openPanel();
  const panel = findPanel('Device');
  await expect.element(panel.getByRole('img', { name: 'Gate', exact: true })).toBeVisible();
  await expect.element(panel.getByRole('img', { name: 'Motion at the gate' })).toBeVisible();
  await expect.element(panel.getByText('H.265, 2560×1440, 25 fps, 4.1 Mbit/s')).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Archive' })).toBeVisible();
  await expect.element(panel.getByText('not recording')).toBeVisible();
  await expect.element(panel.getByText('2h 1m behind')).toBeVisible();
  await expect.element(panel.getByText('Default password of the maker')).toBeVisible();
  await expectAccessible();
});

it('asks the camera for a picture, and shows why there is none', async () => {
  const { sent } = await openPanel({
    jobGet: createJob(CAMERA, 'snapshot', { state: 'failed', detail: 'The camera has no picture.' }),
  });
  await press(findButton('Take a picture now'), 'Enter');
  await expect.poll(() => sent.map(({ operation }) => operation)).toContain('cameraPictureTake');
  await expect.element(findPanel('Device').getByText(/The camera has no picture/)).toBeVisible();
});

it('shows why there are no pictures without the right', async () => {
  await openPanel({ cameraPictureList: refuse('readOnly') });
  const panel = findPanel('Device');
  await expect.element(panel.getByText(/read-only/i).first()).toBeVisible();
  expect(panel.getByRole('img', { name: 'Gate', exact: true }).elements()).toEqual([]);
});
