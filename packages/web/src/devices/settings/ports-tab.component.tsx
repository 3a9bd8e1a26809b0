import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { createDeviceSettingsAnswers } from '../../testing/device-settings-answers.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { choose, expectStaged, findButton, findPanel, findRow, stage } from '../../testing/steps.ts';

const SWITCH = createDevice('NL-SW8P', 'Switch-1');

/** Presses a button by keyboard, because dialogs of a panel are outside the window of a test. */
async function pressEnter(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

it('changes a port that the user selects on the front panel, after a review', async () => {
  const { sent } = await openConsole('/manage/devconf?project=7', {
    devices: [SWITCH],
    answers: { ...createDeviceAnswers([SWITCH]), ...createDeviceSettingsAnswers(SWITCH) },
  });
  await findRow('Switch-1').click();
  const sections = findPanel('Device').getByRole('radiogroup', { name: 'Device section' });
  await sections.getByText('Ports', { exact: true }).click();
  await page.getByRole('button', { name: /^P3: / }).click();
  await choose('Mode', 'Trunk');
  const tagged = page.getByRole('combobox', { name: 'Tagged VLANs' });
  await tagged.fill('1');
  await stage();
  await expect.element(page.getByText('A tagged VLAN must differ from the PVID.')).toBeVisible();
  await tagged.click();
  await userEvent.keyboard('{Backspace}');
  await tagged.fill('10-12,30');
  await stage();
  await expectStaged(1);
  await expectAccessible();
  await findButton('Review changes').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('trunk, PVID 1, tagged 10-12,30')).toBeVisible();
  await pressEnter(dialog.getByRole('button', { name: 'Apply 1 change' }));
  await expect.element(dialog.getByText('Confirmed by the device')).toBeVisible();
  await expectAccessible();
  await pressEnter(dialog.getByRole('button', { name: 'Close', exact: true }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('1 change staged')).not.toBeInTheDocument();
  expect(sent.find(({ operation }) => operation === 'networkConfigApply')?.body).toMatchObject({
    devices: [{ deviceId: SWITCH.id, baseVersion: 0 }],
  });
});

it('chooses no ports of the next device, and calls the LAN by its name', async () => {
  const other = createDevice('NL-SW8P', 'Switch-2');
  const devices = [createDevice('NL-GW10', 'Gateway'), SWITCH, other];
  const { address } = await openConsole(`/manage/devconf?project=7&open=${SWITCH.id}&tab=ports&ports=p1,p2`, {
    devices,
    answers: {
      ...createDeviceAnswers(devices),
      ...createDeviceSettingsAnswers(SWITCH),
      ...createNetworkAnswers({ devices }),
    },
  });
  await expect.element(page.getByRole('heading', { name: '2 ports' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Select multiple ports' })).toBeChecked();
  await expect.element(page.getByRole('combobox', { name: 'VLAN' })).toHaveValue('1 LAN');
  await findRow('Switch-2').click();
  await expect.poll(address).not.toContain('ports=');
  await expect.element(page.getByText('Choose a port to view and change its settings.')).toBeVisible();
});
