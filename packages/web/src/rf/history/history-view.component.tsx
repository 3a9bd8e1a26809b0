import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createDeviceId, OWNER, PAST } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, findPanel, findRow } from '../../testing/steps.ts';
import { createRfAnswers, createRun } from '../testing/rf-answers.ts';

const ADDRESS = '/manage/rfconf?project=7&tab=history';
const APPLIED = createRun({
  id: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5a01',
  trigger: 'auto',
  cause: 'Radar on channel 100 at AP-1.',
  startedBy: 'system',
  application: { state: 'applied', at: PAST, by: 'system', changes: 2 },
  measured: -0.48,
  measurement: {
    windows: Array.from({ length: 24 }, (_, index) => ({
      at: new Date(Date.parse(PAST) + index * 900_000).toISOString(),
      loss: 0.1 + 0.02 * Math.sin(index),
      expected: 0.19 + 0.03 * Math.cos(index / 3),
    })),
    radios: [{ deviceId: createDeviceId('AP-1'), radioId: 'radio1', before: 0.39, after: 0.11 }],
  },
});

it('lists optimizations, and restores the channels before an applied plan', async () => {
  const job = createJob(createDevice('NL-AP6C', 'AP-1'), 'configure');
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: {
      ...createRfAnswers({ run: createRun(), older: [APPLIED] }),
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
    ...APPLIED.application,
    state: 'restored',
    at: PAST,
    by: 'system',
    changes: 2,
    restoredAt: PAST,
    restoredBy: OWNER,
  } as const;
  const restored = { ...APPLIED, application };
  answer({ rfPlanRestore: { run: restored, job }, rfRunList: { items: [restored] } });
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(panel.getByText(/restored at 2026-03-01 12:00:00 by anna@example.com/)).toBeVisible();
  expect(sent.map(({ operation }) => operation)).toContain('rfPlanRestore');
});

it('explains the empty list', async () => {
  await openConsole(ADDRESS, { answers: createRfAnswers() });
  await expect.element(page.getByRole('heading', { name: 'No optimizations yet' })).toBeVisible();
  await expect.element(findButton('Restore what was before')).not.toBeInTheDocument();
});
