import { type DataScreen, DEFAULT_LAYOUT, type ScreenLayout } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import type { Answers } from '../../testing/answers.ts';
import { PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton } from '../../testing/steps.ts';

const createScreen = (layout: ScreenLayout): DataScreen => ({
  at: PAST,
  layout,
  totals: { projects: 1, devices: 0, online: 0, clients: 0, openAlarms: 0 },
  countries: [],
  offMap: 0,
  sites: [],
  ranking: [],
  attention: [],
  lastHour: { from: PAST, download: [], upload: [], clients: [] },
  alarms: [],
});

it('opens from the menu, and shows the title that the account sets', async () => {
  let layout = DEFAULT_LAYOUT;
  await openConsole('/help', {
    answers: {
      dataScreen: () => createScreen(layout),
      dataScreenLayout: ({ body }) => {
        layout = body;
        return body;
      },
    },
  });
  await page.getByRole('link', { name: 'Data screen', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Northlight', exact: true })).toBeVisible();
  await expect.element(page.getByText('no devices yet')).toBeVisible();
  await expectAccessible();
  await findButton('Screen settings').click();
  const dialog = page.getByRole('dialog', { name: 'Data screen' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await title.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('Our hotels');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { name: 'Our hotels' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('shows the board on a display without a session, and lists the displays in its settings', async () => {
  const screen = createScreen(DEFAULT_LAYOUT);
  const answers: Answers = {
    dataScreen: screen,
    displayOpen: { name: 'Lobby', expiresAt: PAST },
    displayScreen: screen,
    displayList: {
      items: [{ id: 'd1', name: 'Lobby', projects: [7], createdAt: PAST, expiresAt: PAST, lastSeenAt: PAST }],
    },
  };
  const { open } = await openConsole(`/overview/preview/datascreen#display=${'a'.repeat(32)}`, { answers });
  await expect.element(page.getByText('no devices yet')).toBeVisible();
  await expectAccessible();
  await open('/help');
  await open('/overview/preview/datascreen');
  await findButton('Screen settings').click();
  const dialog = page.getByRole('dialog', { name: 'Data screen' });
  await dialog.getByText('Displays', { exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Revoke Lobby' })).toBeVisible();
  await expectAccessible();
});
