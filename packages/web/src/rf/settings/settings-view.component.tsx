import { DEFAULT_RF_SETTINGS, type StoredRfSettings } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import {
  ALLOWED,
  createDevice,
  createDeviceId,
  createSharedProject,
  READ_ONLY,
} from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { refuse } from '../../testing/refuse.ts';
import { findButton } from '../../testing/steps.ts';
import { createRfAnswers } from '../testing/rf-answers.ts';

const ADDRESS = '/manage/rfconf?project=7&tab=settings';
const DEVICES = [createDevice('NL-AP6C', 'AP-1')];
const save = findButton('Save');
const quietHour = page.getByLabelText('Quiet hour');

it('saves mode, days, channels and kept radios at once', async () => {
  const { sent } = await openConsole(ADDRESS, {
    answers: { ...createNetworkAnswers({ devices: DEVICES }), ...createRfAnswers() },
  });
  await page.getByRole('radio', { name: 'Automatic' }).click();
  await page.getByRole('checkbox', { name: 'Sun' }).click();
  await quietHour.fill('3');
  await save.click();
  await expect.element(page.getByText('Enter a time such as 03:30.')).toBeVisible();
  await quietHour.fill('02:15');
  await page.getByRole('combobox', { name: 'Excluded channels' }).click();
  await page.getByRole('option', { name: '140', exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('combobox', { name: 'Radios that keep their channels' }).click();
  await page.getByRole('option', { name: 'AP-1 5 GHz', exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await expectAccessible();
  await save.click();
  await expect.element(page.getByText('The settings of RF optimization were saved.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  expect(sent.findLast(({ operation }) => operation === 'rfSettingsSave')?.body).toMatchObject({
    mode: 'auto',
    weekdays: [1, 2, 3, 4, 5, 6],
    quietHour: '02:15',
    excludedChannels: [140],
    radios: [{ deviceId: createDeviceId('AP-1'), flag: 0 }],
    version: 3,
  });
});

it('keeps the edits after a conflict, and loads the newer settings on request', async () => {
  const newer: StoredRfSettings = { ...DEFAULT_RF_SETTINGS, quietHour: '05:00', version: 4 };
  const { answer } = await openConsole(ADDRESS, { answers: createRfAnswers() });
  await quietHour.fill('02:15');
  answer({
    rfSettingsSave: refuse('configConflict'),
    rfSettingsGet: { ...newer, can: { configure: ALLOWED } },
  });
  await save.click();
  await expect.element(page.getByText(/changed in the meantime. Load it again/)).toBeVisible();
  await expect.element(quietHour).toHaveValue('02:15');
  await findButton('Show newer settings').click();
  await expect.element(quietHour).toHaveValue('05:00');
});

it('does not change settings during an optimization', async () => {
  const { answer } = await openConsole(ADDRESS, { answers: createRfAnswers() });
  answer({ rfSettingsSave: refuse('rfRunning') });
  await quietHour.fill('02:15');
  await save.click();
  await expect
    .element(page.getByText('RF optimization is running. Try again when it has finished.', { exact: false }))
    .toBeVisible();
});

it('shows the settings as text to a viewer with a read-only share', async () => {
  await openConsole(ADDRESS, {
    project: createSharedProject(),
    answers: createRfAnswers({ can: READ_ONLY, settings: { mode: 'scheduled', excludedChannels: [144] } }),
  });
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'read-only share mode' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Mode' }).getByText('Scheduled')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Excluded channels' }).getByText('144')).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
});
