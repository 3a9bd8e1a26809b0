import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findPanel, findRow } from '../../testing/steps.ts';

const AP = createDevice('NL-AP6C', 'AP-1');
const input = page.getByPlaceholder('Search or run a command');
const restart = page.getByRole('dialog').getByText('Restart AP-1', { exact: true });

it('opens the first device that it finds, and asks before the device is restarted', async () => {
  const { address, sent } = await openConsole('/manage/devconf?project=7', {
    devices: [AP],
    answers: createDeviceAnswers([AP]),
  });
  await expect.element(findRow('AP-1')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('AP-1');
  await expect.element(restart).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(findPanel('Device')).toBeVisible();
  expect(address()).toContain(`open=${AP.id}`);
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('reboot AP-1');
  await restart.click();
  await expect.element(page.getByRole('dialog', { name: 'Restart AP-1?' })).toBeVisible();
  await expectAccessible();
  expect(sent.map(({ operation }) => operation)).not.toContain('deviceRestart');
});
