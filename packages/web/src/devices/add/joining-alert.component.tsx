import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createJoiningAnswers, createWaitingDevice } from '../../testing/joining-devices.ts';
import { type OpenConsole, openConsole } from '../../testing/open-console.tsx';

const SN = 'NLE2EWAITING0001';
const NAME = 'A device wants to join';
const alert = page.getByRole('region', { name: NAME, includeHidden: true });
const unread = page.getByRole('link', { name: 'Messages, 1 unread' });

/** Lets a device present the cloud code of the account. */
function switchOn({ answer, publish }: OpenConsole): void {
  answer(createJoiningAnswers([createWaitingDevice(SN)]));
  publish({ resource: 'waitingDevices' });
}

it('appears once without covering a dialog, and not again after it was closed', async () => {
  const console = await openConsole('/manage/devconf?project=7&dialog=add');
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  const field = dialog.getByRole('textbox', { name: 'Serial number', exact: true });
  await field.fill('NL');
  await expect.poll(console.countStreams).toBe(1);
  switchOn(console);
  await expect.element(alert).toHaveTextContent(SN);
  await expect.element(field).toHaveFocus();
  const { left, top } = alert.element().getBoundingClientRect();
  const onTop = document.elementFromPoint(left + 20, top + 20);
  expect(onTop).not.toBeNull();
  expect(onTop?.closest('section')?.getAttribute('aria-label')).not.toBe(NAME);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expectAccessible();
  await alert.getByRole('button', { name: 'Close: decide later' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  await console.reload();
  await expect.element(unread).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

it('does not appear where alerts are turned off', async () => {
  // Loads the code of the alert, which would otherwise appear later than the number of messages.
  await import('./JoiningAlert.tsx');
  const console = await openConsole('/devices/verify');
  const alerts = page.getByRole('switch', { name: 'Notify me when a device wants to join' });
  await alerts.click({ force: true });
  await expect.element(alerts).not.toBeChecked();
  await console.open('/help');
  await expect.poll(console.countStreams).toBe(1);
  switchOn(console);
  await expect.element(unread).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});
