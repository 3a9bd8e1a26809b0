import { ALLOWED, type Device, type DeviceReplacement, type ReplacementReview } from '@northlight/contract';
import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Answers } from '../../testing/answers.ts';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { createDeviceSettingsAnswers } from '../../testing/device-settings-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createDeviceDetail, forbidDevice, PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { refuse } from '../../testing/refuse.ts';
import { findButton, findPanel, press, untilFocused } from '../../testing/steps.ts';

const SWITCH = createDevice('NL-SW24P', 'Switch-1');
const SN = 'NLSW8P0000000077';
const REVIEW: ReplacementReview = {
  model: 'NL-SW8P',
  modelName: 'Access switch SW8P, 8 PoE ports',
  isConnected: false,
  isPresentOnline: true,
  openTasks: 2,
  adaptions: [
    { part: 'ports', item: 'Port P12', outcome: 'skipped', reason: 'The new model has no such port.' },
  ],
};
const ORDERED: DeviceReplacement = {
  sn: SN,
  model: 'NL-SW8P',
  modelName: 'Access switch SW8P, 8 PoE ports',
  orderedAt: PAST,
  orderedBy: 'owner@example.com',
};

const openPanel = (device: Device, answers: Answers = {}) =>
  openConsole(`/manage/devconf?project=7&open=${device.id}`, {
    devices: [device],
    answers: {
      ...createDeviceAnswers([device]),
      ...createDeviceSettingsAnswers(device),
      deviceReplacementReview: REVIEW,
      deviceReplace: { replacement: ORDERED },
      ...answers,
    },
  });

async function openDialog() {
  await findButton('More actions').click();
  await page.getByRole('menuitem', { name: 'Replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Switch-1' });
  // The closing menu returns the focus to its button, and the dialog then takes it.
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await untilFocused(dialog);
  return dialog;
}

/** Opens the review, which is a dialog of its own. */
async function openReview(dialog: Locator) {
  await press(findButton('Continue'), 'Enter');
  await expect.element(dialog.getByText('Stays behind')).toBeVisible();
  await untilFocused(dialog);
}

async function enter() {
  const dialog = await openDialog();
  await dialog.getByLabelText('Serial number').fill(SN.toLowerCase());
  await dialog.getByLabelText('Claim code').fill('7K2MQ9XH4T');
  return dialog;
}

it('replaces a device after a review, at the first contact of the new one while the present one is online', async () => {
  const { sent } = await openPanel(SWITCH);
  const dialog = await enter();
  await expectAccessible();
  await openReview(dialog);
  await expect.element(dialog.getByText('Port P12: The new model has no such port.')).toBeVisible();
  await expect.element(dialog.getByText(/2 open tasks/)).toBeVisible();
  await expectAccessible();
  await press(findButton('Replace at first contact'), 'Enter');
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'deviceReplace')?.body)
    .toEqual({ sn: SN, claimCode: '7K2MQ9XH4T', when: 'first-contact' });
  await expect.element(dialog).not.toBeInTheDocument();
});

it('replaces an offline device at once', async () => {
  const { sent } = await openPanel(SWITCH, {
    deviceReplacementReview: { ...REVIEW, isPresentOnline: false, adaptions: [] },
  });
  await openReview(await enter());
  await press(findButton('Replace now'), 'Enter');
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'deviceReplace')?.body)
    .toMatchObject({ when: 'now' });
});

const SPARE_SN = 'OWF102A1B2000001';
const SPARE = {
  sn: SPARE_SN,
  mac: '02:A1:B2:00:00:01',
  model: 'acme_ap',
  modelName: 'acme_ap',
  since: PAST,
  kind: 'switch' as const,
  status: 'waiting' as const,
  can: { add: ALLOWED },
};

/** Chooses the device that waits in the account. */
async function chooseSpare(answers: Answers = {}) {
  const { sent } = await openPanel(SWITCH, {
    waitingDeviceList: { items: [SPARE, { ...SPARE, sn: 'OTHER', kind: 'ap' }], waiting: 2 },
    ...answers,
  });
  const dialog = await openDialog();
  const choice = page.getByRole('combobox', { name: 'New device' });
  await press(choice, 'ArrowDown');
  await expect.element(page.getByRole('option', { name: `acme_ap, ${SPARE_SN}` })).toBeVisible();
  expect(page.getByRole('option', { name: /OTHER/ }).elements()).toEqual([]);
  await press(choice, 'ArrowDown');
  await press(choice, 'Enter');
  return { choice, dialog, sent };
}

it('replaces a device by one that waits in the account, without a claim code', async () => {
  const { dialog, sent } = await chooseSpare();
  await expect.element(dialog.getByLabelText('Claim code')).not.toBeInTheDocument();
  await expectAccessible();
  await openReview(dialog);
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument();
  await press(findButton('Replace now'), 'Enter');
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'deviceReplace')?.body)
    .toEqual({ sn: SPARE_SN, when: 'now' });
});

it('shows at the choice that the device no longer waits', async () => {
  const reason = 'The account has no such pending device.';
  const { choice, dialog } = await chooseSpare({
    deviceReplacementReview: refuse('invalidParameters', { sn: reason }),
  });
  await press(findButton('Continue'), 'Enter');
  await expect.element(choice).toHaveAccessibleDescription(expect.stringContaining(reason));
  await press(choice, 'ArrowUp');
  await press(choice, 'ArrowUp');
  await press(choice, 'Enter');
  await expect.element(dialog.getByLabelText('Claim code')).toBeVisible();
  await expect.element(dialog.getByText(reason)).not.toBeInTheDocument();
});

it('shows a wrong claim code at its field, and keeps what was entered', async () => {
  await openPanel(SWITCH, {
    deviceReplacementReview: refuse('claimRefused', {
      claimCode: 'The serial number and the claim code do not match.',
    }),
  });
  const dialog = await enter();
  await press(findButton('Continue'), 'Enter');
  await expect.element(dialog.getByText('The serial number and the claim code do not match.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Claim code')).toHaveValue('7K2MQ9XH4T');
});

it('shows a replacement that waits, with the reason of a failed one, and cancels it', async () => {
  const problem = 'Your access to the project has ended.';
  const { sent } = await openPanel(SWITCH, {
    deviceGet: createDeviceDetail(SWITCH, { replacement: { ...ORDERED, problem } }),
    deviceReplacementCancel: { ok: true },
  });
  const section = findPanel('Device').getByRole('region', { name: 'Replacement' });
  await expect.element(section.getByText(/takes over at its first contact/)).toBeVisible();
  await expect.element(section.getByText(problem)).toBeVisible();
  await expectAccessible();
  await findButton('Cancel the replacement').click();
  await expect.poll(() => sent.some(({ operation }) => operation === 'deviceReplacementCancel')).toBe(true);
});

it('names the hardware that was replaced', async () => {
  const replaced = { ...ORDERED, replacedAt: PAST, replacedSn: 'NLSW24P000000001' };
  await openPanel(SWITCH, { deviceGet: createDeviceDetail(SWITCH, { replacement: replaced }) });
  await expect.element(findPanel('Device').getByText(/was NLSW24P000000001$/)).toBeVisible();
});

it('gives read-only viewers the reason instead of the dialog', async () => {
  await openPanel(forbidDevice(SWITCH));
  await findButton('More actions').click();
  await expect
    .element(page.getByRole('menuitem', { name: /^Replace…/ }))
    .toHaveAttribute('aria-disabled', 'true');
});
