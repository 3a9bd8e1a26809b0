import type { Job } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { ALLOWED, createDeviceId, OWNER, PAST } from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { refuse } from '../../testing/refuse.ts';
import { findButton, findRow, press } from '../../testing/steps.ts';
import {
  createInterference,
  createRfAnswers,
  createRun,
  POWERED_PLAN,
  RUN_ID,
} from '../testing/rf-answers.ts';

const ADDRESS = '/manage/rfconf?project=7';
const TOO_FEW = 'Unable to optimize with fewer than 2 online devices';
const start = findButton('Start optimization');
const applyNow = findButton('Apply now');
const JOB: Job = {
  id: RUN_ID,
  kind: 'configure',
  title: 'Apply the channel plan',
  state: 'done',
  createdAt: PAST,
  finishedAt: PAST,
  createdBy: OWNER,
  rows: [{ deviceId: 'a', deviceName: 'AP-1', state: 'done', issues: [], wave: 0, updatedAt: PAST }],
  wave: 0,
  can: { cancel: ALLOWED, retry: ALLOWED },
};
const REVIEW = {
  changes: [
    {
      path: ['wireless.radios', 'a', 'channel'],
      item: 'Radio 5 GHz',
      label: 'channel',
      setting: 'channel',
      now: '36',
      after: '52',
    },
  ],
  devices: [],
  clientsAffected: 7,
  costs: ['Clients of AP-1 are without Wi-Fi for 60 s.'],
};

it('starts an optimization, shows its progress and its best plan so far, and cancels it', async () => {
  const { answer, publish, sent } = await openConsole(ADDRESS, { answers: createRfAnswers() });
  await expect.element(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible();
  await expectAccessible();
  await start.click();
  await expect
    .element(page.getByRole('progressbar', { name: 'RF optimization: 0 percent' }))
    .toBeInTheDocument();
  await expect.element(start).toHaveAccessibleDescription(/RF optimization is already running/);
  answer({ rfRunGet: createRun({ state: 'running', percent: 42 }) });
  publish({ resource: 'rf', projectId: 7 });
  await expect.element(page.getByText(/^Best plan so far: Interference −61 %/)).toBeVisible();
  await expect.element(page.getByText(/^42 % · /)).toBeVisible();
  await expect.element(findRow('AP-1')).toHaveTextContent('52, 80 MHz');
  answer({ rfRunGet: createRun({ state: 'cancelled', problem: `Cancelled by ${OWNER}.` }) });
  await findButton('Cancel').click();
  await expect.element(page.getByText(`Cancelled by ${OWNER}.`)).toBeVisible();
  await expect.element(applyNow).toBeVisible();
  expect(sent.map(({ operation }) => operation)).toContain('rfRunCancel');
});

it('does not start with fewer than 2 online devices', async () => {
  await openConsole(ADDRESS, { answers: createRfAnswers({ air: createInterference({ online: 1 }) }) });
  await expect.element(start).toHaveAttribute('aria-disabled', 'true');
  await expect.element(start).toHaveAccessibleDescription(TOO_FEW);
});

it('lists the changes with their reasons, and on request the radios that keep their channels', async () => {
  await openConsole(ADDRESS, { answers: createRfAnswers({ run: createRun() }) });
  await expect
    .element(page.getByText('Interference −61 %; at most 3.4 % above the lowest possible'))
    .toBeVisible();
  await expect.element(findRow('AP-1')).toHaveTextContent('41 → 6');
  await expect.element(findRow('AP-2')).toHaveTextContent('A moment');
  await expect.element(findRow('AP-3')).not.toBeInTheDocument();
  await press(page.getByRole('switch', { name: 'Only changes' }), ' ');
  await expect.element(findRow('AP-3')).toHaveTextContent('Its channel was set by hand.');
  await expectAccessible();
});

it('limits the number of changes, and names the part of the improvement meanwhile', async () => {
  const { sent } = await openConsole(ADDRESS, { answers: createRfAnswers({ run: createRun() }) });
  const slider = page.getByRole('slider', { name: 'Number of changed radios' });
  await expect.element(page.getByText('2 of 3 radios bring 100 % of the improvement')).toBeVisible();
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByText('1 of 3 radios brings 74 % of the improvement')).toBeVisible();
  await expect
    .poll(() => sent.findLast(({ operation }) => operation === 'rfSelectionSave')?.body)
    .toEqual({ maxChanges: 1, refused: [], revision: 1 });
});

it('refuses the changes of two radios one after the other, and accepts one again', async () => {
  const { sent } = await openConsole(ADDRESS, { answers: createRfAnswers({ run: createRun() }) });
  const [first, second] = ['AP-1', 'AP-2'].map((name) =>
    page.getByRole('checkbox', { name: `Accept the change of ${name} 5 GHz` }),
  );
  await first?.click();
  await second?.click();
  await expect.element(findRow('AP-1')).toHaveTextContent('You refused its change.');
  await expect.element(findRow('AP-2')).toHaveTextContent('You refused its change.');
  await first?.click();
  await expect.element(findRow('AP-1')).toHaveTextContent('52, 80 MHz');
  const bodies = sent.filter(({ operation }) => operation === 'rfSelectionSave').map(({ body }) => body);
  expect(bodies).toMatchObject([
    { revision: 1 },
    { revision: 2 },
    { revision: 3, refused: [{ radioId: 'radio1' }] },
  ]);
});

it('shows the newer state after a conflict', async () => {
  const { answer } = await openConsole(ADDRESS, { answers: createRfAnswers({ run: createRun() }) });
  answer({
    rfSelectionSave: refuse('configConflict'),
    rfRunGet: createRun({ selection: { refused: [], maxChanges: 1, revision: 2 } }),
  });
  await page.getByRole('checkbox', { name: 'Accept the change of AP-1 5 GHz' }).click();
  await expect.element(page.getByText(/^The plan was changed in the meantime/)).toBeVisible();
  await expect.element(page.getByText('1 of 3 radios brings 74 % of the improvement')).toBeVisible();
});

it('keeps the powers, and turns off a radio that others replace', async () => {
  const run = createRun({ plan: POWERED_PLAN });
  const { sent } = await openConsole(ADDRESS, { answers: createRfAnswers({ run }) });
  await expect
    .element(page.getByText('Interference −80 %. By channels alone −61 %; at most 3.4 % above'))
    .toBeVisible();
  const power = findRow('AP-4').getByText('20 → 14 dBm', { exact: true });
  await expect.element(power).toBeVisible();
  expect(power.element().scrollWidth).toBeLessThanOrEqual(power.element().clientWidth);
  await expect
    .element(
      page.getByText('1 radio gets another power. At least −67 dBm at 2.4 GHz 90 % → 89 % of the cells'),
    )
    .toBeVisible();
  await expect.element(page.getByText(/^Two others cover all 34 places/)).toBeVisible();
  await page.getByRole('button', { name: 'Turn off: AP-4 2.4 GHz' }).click();
  await press(page.getByRole('switch', { name: 'Change powers' }), ' ');
  await expect
    .poll(() => sent.findLast(({ operation }) => operation === 'rfSelectionSave')?.body)
    .toEqual({
      keepsPower: true,
      off: [{ deviceId: createDeviceId('AP-4'), radioId: 'radio0' }],
      refused: [],
      revision: 2,
    });
  await expectAccessible();
});

it('pins a radio for later plans', async () => {
  const { sent } = await openConsole(ADDRESS, { answers: createRfAnswers({ run: createRun() }) });
  await press(findButton('Actions for AP-1 5 GHz'), 'Enter');
  await press(page.getByRole('menuitem', { name: /^Pin/ }), 'Enter');
  await expect.element(page.getByText('AP-1 5 GHz keeps its channel in later plans.')).toBeVisible();
  expect(sent.findLast(({ operation }) => operation === 'rfSettingsSave')?.body).toMatchObject({
    radios: [{ radioId: 'radio1', flag: 0 }],
    version: 3,
  });
});

it('reviews and applies the plan now, and then shows the answers of the devices', async () => {
  const run = createRun();
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: { ...createRfAnswers({ run }), rfPlanReview: REVIEW, jobGet: JOB },
  });
  const applied = createRun({
    application: { state: 'applied', at: PAST, by: OWNER, changes: 2, jobId: JOB.id },
    can: { ...run.can, apply: { allowed: false, code: 1, reason: 'The plan is applied.' } },
  });
  answer({ rfPlanApply: { run: applied, job: JOB } });
  await applyNow.click();
  const dialog = page.getByRole('dialog', { name: 'Apply the plan now' });
  await expect.element(dialog.getByText('7 clients may disconnect briefly.', { exact: false })).toBeVisible();
  await expectAccessible();
  answer({ rfRunGet: applied, rfRunList: { items: [applied] } });
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Changes applied' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  expect(sent.find(({ operation }) => operation === 'rfPlanApply')?.body).toMatchObject({
    revision: 1,
    when: 'now',
  });
  await expect.element(page.getByText(/^Applied at 2026-03-01 12:00:00/)).toBeVisible();
  await findButton('Show devices').click();
  await expect.element(page.getByRole('dialog').getByText('Confirmed by the device')).toBeVisible();
});

it('applies the plan at the quiet hour, and cancels it while it waits', async () => {
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: {
      ...createRfAnswers({ run: createRun(), settings: { quietHour: '04:30' } }),
      rfPlanReview: REVIEW,
    },
  });
  const waiting = createRun({ application: { state: 'waiting', at: PAST, by: OWNER, changes: 2 } });
  await findButton('Apply at the quiet hour (04:30)').click();
  answer({ rfPlanApply: { run: waiting }, rfRunGet: waiting });
  await page.getByRole('dialog').getByRole('button', { name: 'Apply 1 change' }).click();
  await expect.element(page.getByText(/^Waits to be applied at/)).toBeVisible();
  expect(sent.find(({ operation }) => operation === 'rfPlanApply')?.body).toMatchObject({
    when: 'quiet-hour',
  });
  answer({ rfApplicationCancel: createRun(), rfRunGet: createRun() });
  await findButton('Cancel application').click();
  await expect.element(page.getByText(/^Waits to be applied at/)).not.toBeInTheDocument();
});

it('does not apply an outdated plan, and offers to plan again', async () => {
  await openConsole(ADDRESS, {
    answers: createRfAnswers({ run: createRun({ outdated: ['AP-2 is offline.'] }) }),
  });
  await expect.element(page.getByRole('alert').getByText('AP-2 is offline.')).toBeVisible();
  await expect.element(applyNow).toHaveAccessibleDescription('The plan is outdated. Plan again.');
  await findButton('Plan again').click();
  await expect.element(page.getByRole('progressbar', { name: /^RF optimization/ })).toBeInTheDocument();
});

it('shows a failed optimization with its reason', async () => {
  const { plan: _plan, ...failed } = createRun({
    state: 'failed',
    problem: 'The access points sent no scan.',
  });
  await openConsole(ADDRESS, { answers: createRfAnswers({ run: failed }) });
  await expect.element(page.getByRole('alert')).toHaveTextContent('The access points sent no scan.');
  await expect.element(start).toBeVisible();
});

it('states that a project has no access points', async () => {
  await openConsole(ADDRESS, {
    answers: {
      ...createNetworkAnswers(),
      ...createRfAnswers({ air: createInterference({ online: 0, radios: [], pairs: [], bands: [] }) }),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'No access points yet' })).toBeVisible();
  await expect.element(start).toHaveAccessibleDescription(TOO_FEW);
});

it('names the radios of an applied plan that do not report their channel', async () => {
  const run = createRun({
    application: { state: 'applied', at: PAST, by: OWNER, changes: 2, jobId: JOB.id },
  });
  const { plan } = run;
  const [first, second, ...others] = plan?.rows ?? [];
  if (!plan || !first || !second) throw new Error('The plan has no radios.');
  const rows = [
    { ...first, outcome: 'confirmed' as const },
    { ...second, outcome: 'not-confirmed' as const },
    ...others,
  ];
  await openConsole(ADDRESS, { answers: createRfAnswers({ run: { ...run, plan: { ...plan, rows } } }) });
  await expect.element(findRow('AP-1')).toHaveTextContent('Confirmed');
  await expect.element(findRow('AP-2')).toHaveTextContent('Not confirmed');
  await expectAccessible();
});
