import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findPanel, findRow } from '../../testing/steps.ts';

const AP = createDevice('NL-AP6C', 'AP-1');
const panel = findPanel('Device');

it('closes a menu by the first Escape and the panel by the second', async () => {
  await openConsole('/manage/devconf?project=7', {
    devices: [AP],
    answers: createDeviceAnswers([AP]),
  });
  await findRow('AP-1').click();
  await panel.getByRole('button', { name: 'More actions' }).click();
  const menu = page.getByRole('menu');
  await expect.element(menu.getByRole('menuitem', { name: 'Locate' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});
