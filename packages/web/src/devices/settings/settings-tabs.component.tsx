import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDevice, createSharedProject, forbidDevice, READ_ONLY } from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectReadableFields } from '../../testing/read-only.ts';
import { createSeriesAnswers } from '../../testing/series-answers.ts';
import { findButton } from '../../testing/steps.ts';

const SWITCH = forbidDevice(createDevice('NL-SW8P', 'SW-1'));
const ACCESS_POINT = forbidDevice(createDevice('NL-AP6C', 'AP-1'));

it('shows the settings of devices as text to a viewer, who selects a port in the table and in the drawing', async () => {
  const devices = [SWITCH, ACCESS_POINT];
  const { open } = await openConsole(`/manage/devconf?project=7&open=${SWITCH.id}&tab=settings`, {
    project: createSharedProject(),
    devices,
    answers: {
      ...createNetworkAnswers({ devices, can: READ_ONLY }),
      ...createSeriesAnswers(),
      deviceSettingsGet: { version: 0, settings: {}, can: { configure: READ_ONLY } },
    },
  });
  await expectReadableFields('Device', { 'Rapid spanning tree (RSTP)': 'Off' });
  await open(`/manage/devconf?project=7&open=${ACCESS_POINT.id}&tab=radios`);
  await expectReadableFields('Device', { Country: 'Project: Portugal' });
  await open(`/manage/devconf?project=7&open=${SWITCH.id}&tab=ports`);
  const inTable = findButton('Choose port P2');
  await inTable.click();
  await expectReadableFields('Device', { Mode: 'Access', Port: 'Enabled', Speed: 'Auto' });
  const inDrawing = page.getByRole('button', { name: /^P2:/ });
  await expect.element(inDrawing).toHaveAttribute('aria-pressed', 'true');
  await inDrawing.click();
  await expect.element(inTable).toHaveAttribute('aria-pressed', 'false');
});
