import type { Share, Sharing } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { ALLOWED, createProject, PAST, READ_ONLY } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findButton, findPanel, findRow } from '../testing/steps.ts';

const FRIEND = 'friend@example.com';

it('shares a project, and opens and closes the panel of the share, by keyboard', async () => {
  const sharing: Sharing = { items: [], can: { share: ALLOWED, transfer: ALLOWED, leave: READ_ONLY } };
  await openConsole('/help', {
    project: createProject({ name: 'Keys' }),
    answers: {
      sharingGet: sharing,
      shareCreate: ({ body: { account, right } }) => {
        const share: Share = {
          id: '00000000-0000-4000-8000-000000000001',
          projectId: 7,
          projectName: 'Keys',
          account,
          nickname: 'Friend',
          right,
          state: 'active',
          createdAt: PAST,
          can: { change: ALLOWED, askExtension: READ_ONLY },
        };
        sharing.items.push(share);
        return share;
      },
    },
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByPlaceholder('Search or run a command')).toHaveFocus();
  await userEvent.keyboard('permission');
  await expect.element(page.getByRole('dialog').getByText('Permission sharing')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Not shared yet')).toBeVisible();
  (findButton('Share project').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Share Keys' });
  await expect.element(dialog.getByRole('textbox', { name: 'Account' })).toHaveFocus();
  await userEvent.keyboard(`${FRIEND}{Tab}{ArrowDown}{Enter}`);
  await expect.element(findRow(FRIEND)).toHaveTextContent('Read-write');
  await expect.element(dialog).not.toBeInTheDocument();
  (page.getByRole('grid').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(findPanel('Share')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(findPanel('Share')).not.toBeInTheDocument();
});
