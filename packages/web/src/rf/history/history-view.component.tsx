import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { deny } from '../../kit/controls/GatedButton.tsx';
import { ALLOWED, createDevice, OWNER, PAST } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, findPanel, findRow } from '../../testing/steps.ts';
import { createRfAnswers, createRun, MEASURED_RUN } from '../testing/rf-answers.ts';

const ADDRESS = '/manage/rfconf?project=7&tab=history';
const WORSE =
  'Others used more than 10 % more of the airtime than usual at these hours, in two windows of 15 min.';

it('lists optimizations, and restores the channels before an applied plan', async () => {
  const job = createJob(createDevice('NL-AP6C', 'AP-1'), 'configure');
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: {
      ...createRfAnswers({ run: createRun(), older: [MEASURED_RUN] }),
      rfRestoreReview: { changes: [], devices: [], clientsAffected: 14, costs: [] },
      jobGet: job,
    },
  });
  await expect.element(findRow('Automatic: Radar on channel 100')).toHaveTextContent('Northlight');
  await expect.element(findRow('Automatic: Radar on channel 100')).toHaveTextContent('−61 %');
  await findRow('Automatic: Radar on channel 100').click();
  const panel = findPanel('Optimization');
  await expect
    .element(panel.getByRole('row', { name: 'AP-1 5 GHz 36, 80 MHz → 52, 80 MHz 41 → 6 39 → 11' }))
    .toBeVisible();
  await expect.element(panel.getByText('−48 %, after 6 of 24 h')).toBeVisible();
  await expect.element(panel.getByRole('figure', { name: /^Airtime used by others/ })).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: 'Restore what was before' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the channels before this plan' });
  await expect
    .element(dialog.getByText('14 clients may disconnect briefly.', { exact: false }))
    .toBeVisible();
  const application = {
    ...MEASURED_RUN.application,
    state: 'restored',
    at: PAST,
    by: 'system',
    changes: 2,
    restoredAt: PAST,
    restoredBy: OWNER,
  } as const;
  const restored = { ...MEASURED_RUN, application };
  answer({ rfPlanRestore: { run: restored, job }, rfRunList: { items: [restored] } });
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(panel.getByText(/restored at 2026-03-01 12:00:00 by anna@example.com/)).toBeVisible();
  expect(sent.map(({ operation }) => operation)).toContain('rfPlanRestore');
});

it('states that a plan was taken back, with its reason and what was measured until then', async () => {
  const run = createRun({
    ...MEASURED_RUN,
    application: {
      state: 'restored',
      at: PAST,
      by: 'system',
      changes: 2,
      restoredAt: '2026-03-01T12:30:00.000Z',
      restoredBy: 'system',
      reason: WORSE,
    },
    measured: 0.31,
    can: {
      select: ALLOWED,
      apply: ALLOWED,
      restore: deny('The channels before the plan have been restored.'),
    },
  });
  await openConsole(ADDRESS, { answers: createRfAnswers({ run }) });
  await expect.element(findRow('Radar on channel 100')).toHaveTextContent('+31 %');
  await expect.element(findRow('Radar on channel 100').getByTitle(WORSE)).toHaveTextContent('Restored');
  await findRow('Radar on channel 100').click();
  const panel = findPanel('Optimization');
  await expect
    .element(
      panel.getByText(
        `Applied at 2026-03-01 12:00:00, restored at 2026-03-01 12:30:00 by Northlight. ${WORSE}`,
      ),
    )
    .toBeVisible();
  await expect.element(panel.getByText('+31 %, in 6 h')).toBeVisible();
  await expect.element(panel.getByRole('figure', { name: /^Airtime used by others/ })).toBeVisible();
  await expect
    .element(panel.getByRole('button', { name: 'Restore what was before' }))
    .toHaveAccessibleDescription('The channels before the plan have been restored.');
  await expectAccessible();
});

it('states why a scheduled plan was not applied', async () => {
  const reason = 'The plan brings 4 %. That is too little for its changes; the smallest improvement is 10 %.';
  const run = createRun({
    trigger: 'scheduled',
    application: { state: 'refused', at: PAST, by: OWNER, changes: 0, reason },
  });
  await openConsole(ADDRESS, { answers: createRfAnswers({ run }) });
  await expect.element(findRow('Scheduled')).toHaveTextContent('Refused');
  await findRow('Scheduled').click();
  const panel = findPanel('Optimization');
  await expect.element(panel.getByText(`Not applied at 2026-03-01 12:00:00. ${reason}`)).toBeVisible();
  await expect
    .element(panel.getByRole('button', { name: 'Restore what was before' }))
    .not.toBeInTheDocument();
});

it('states that nothing is measured yet', async () => {
  const { measured: _measured, ...run } = MEASURED_RUN;
  const measurement = { windows: [], radios: [] };
  await openConsole(ADDRESS, { answers: createRfAnswers({ run: { ...run, measurement } }) });
  await findRow('Radar on channel 100').click();
  const panel = findPanel('Optimization');
  await expect.element(panel.getByText('Not measured yet')).toBeVisible();
  await expect.element(panel.getByText(/^The first figures appear 15 min after/)).toBeVisible();
});

it('explains the empty list', async () => {
  await openConsole(ADDRESS, { answers: createRfAnswers() });
  await expect.element(page.getByRole('heading', { name: 'No optimizations yet' })).toBeVisible();
  await expect.element(findButton('Restore what was before')).not.toBeInTheDocument();
});
