import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createSharedProject, OWNER, PAST, READ_ONLY } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findButton, findPanel, findRow, press } from '../testing/steps.ts';
import { createRfAnswers, createRun, POWERED_PLAN } from './testing/rf-answers.ts';

const REASON = 'The device is in the read-only share mode. Ask anna@example.com for permission.';
const SHARED = { select: READ_ONLY, apply: READ_ONLY, restore: READ_ONLY };

/** Opens a view of the screen for a viewer with a read-only share. */
const openShared = (query: string, run = createRun({ plan: POWERED_PLAN, can: SHARED })) =>
  openConsole(`/manage/rfconf?project=7${query}`, {
    project: createSharedProject(),
    answers: createRfAnswers({ run, can: READ_ONLY }),
  });

/** Expects that these controls of the page are disabled with the reason as their description, and no others are. */
async function expectReasons(...controls: readonly Locator[]): Promise<void> {
  for (const control of controls) await expect.element(control).toHaveAccessibleDescription(REASON);
  const listDisabled = () =>
    [...document.querySelectorAll('main :disabled, main [aria-disabled="true"]')].filter((control) =>
      control.checkVisibility(),
    );
  await expect.poll(listDisabled).toEqual(controls.map((control) => control.element()));
}

it('shows a plan to a viewer with a read-only share, with the reason at each disabled control', async () => {
  await openShared('');
  await expect.element(findRow('AP-1')).toHaveTextContent('52, 80 MHz');
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  // The number of changes is a bar without a thumb, with the reason below it.
  await expect.element(page.getByRole('slider')).not.toBeInTheDocument();
  await expect.element(page.getByRole('status').filter({ hasText: 'of 4 radios' })).toBeVisible();
  await expectReasons(
    findButton('Plan again'),
    findButton('Apply at the quiet hour (03:00)'),
    findButton('Apply now'),
    page.getByRole('switch', { name: 'Change powers' }),
    findButton('Turn off: AP-4 2.4 GHz'),
  );
  await press(findButton('Actions for AP-1 5 GHz'), 'Enter');
  await expect
    .element(page.getByRole('menuitem', { name: `Pin: keep the channel in later plans ${REASON}` }))
    .toBeVisible();
});

it('shows the details of a radio of a plan to this viewer', async () => {
  await openShared('');
  await findRow('AP-1').click();
  await expect
    .element(findPanel('Radio').getByRole('button', { name: 'Refuse change' }))
    .toHaveAccessibleDescription(REASON);
  await expect
    .element(findPanel('Radio').getByRole('button', { name: 'Pin channel' }))
    .toHaveAccessibleDescription(REASON);
  await expectAccessible();
});

it('shows the progress of a run to this viewer', async () => {
  await openShared('', createRun({ state: 'running', percent: 42, can: SHARED }));
  await expect.element(page.getByText(/^Best plan so far/)).toBeVisible();
  await expectReasons(findButton('Plan again'), findButton('Cancel'));
});

it('shows a plan that waits for the quiet hour to this viewer', async () => {
  const application = { state: 'waiting', at: PAST, by: OWNER, changes: 2 } as const;
  await openShared('', createRun({ application, can: SHARED }));
  await expect.element(findButton('Cancel application')).toHaveAccessibleDescription(REASON);
});

it.each(['interference', 'radios'])('shows the view %s to this viewer', async (view) => {
  await openShared(`&tab=${view}`);
  await expectReasons(findButton('Scan now'));
  await expectAccessible();
});

it('shows the optimizations of the past to this viewer', async () => {
  const application = { state: 'applied', at: PAST, by: OWNER, changes: 2 } as const;
  const run = createRun({ application, can: SHARED });
  await openShared(`&tab=history&open=${run.id}`, run);
  await expectReasons(findButton('Restore what was before'));
});
