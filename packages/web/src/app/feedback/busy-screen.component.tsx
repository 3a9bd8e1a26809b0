import { ERRORS } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createMapAnswers } from '../../maps/testing/map-answers.ts';
import { FileAnswer, Refusal } from '../../testing/answers.ts';
import { OWNER, PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { collectSavedFiles } from '../../testing/saved-files.ts';
import { findButton } from '../../testing/steps.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PROFILE = {
  account: OWNER,
  nickname: 'Anna',
  roleTitle: '',
  companyName: '',
  companyLocation: '',
  label: 'Common user',
  lengthUnit: 'm' as const,
};
const { code, message, status } = ERRORS.fileRefused;

/** An answer that is sent when the test calls `send`. */
function createLateAnswer<T>(answer: T) {
  const sent = Promise.withResolvers<T>();
  return { answer: () => sent.promise, send: () => sent.resolve(answer) };
}

/** Expects the overlay with this message until the answer is sent. */
async function expectOverlay(text: string, late: { readonly send: () => void }): Promise<void> {
  const overlay = page.getByRole('status').getByText(text, { exact: true });
  await expect.element(overlay).toBeVisible();
  late.send();
  await expect.element(overlay).not.toBeInTheDocument();
}

/** Chooses a file in the only file input of the page. */
async function chooseFile(file: File): Promise<void> {
  const findInput = () => document.querySelector<HTMLInputElement>('input[type="file"]');
  await expect.poll(findInput).not.toBeNull();
  await userEvent.upload(page.elementLocator(findInput() ?? document.body), file);
}

it('shows the overlay while a picture is uploaded', async () => {
  const late = createLateAnswer({ avatarUrl: '/api/v1/avatars/6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365' });
  await openConsole('/account/profile', {
    // Tests have no portals: beside another card, the dialog of the card would be outside the window.
    size: [700, 900],
    answers: { profileGet: PROFILE, avatarUpload: late.answer },
  });
  await expect.element(findButton('Choose picture')).toBeVisible();
  const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));
  await chooseFile(new File([bytes], 'me.png', { type: 'image/png' }));
  await page.getByRole('dialog', { name: 'Your picture' }).getByRole('button', { name: 'Save' }).click();
  await expectOverlay('Uploading…', late);
  await expect.element(page.getByText('Picture saved.')).toBeVisible();
});

it('shows the overlay while an upgrade file is uploaded', async () => {
  const late = createLateAnswer(new Refusal(status, { code, message }));
  await openConsole('/manage/devconf?project=7', { answers: { firmwareUpload: late.answer } });
  await findButton('Manage firmware').click();
  const dialog = page.getByRole('dialog', { name: 'Firmware' });
  await expect.element(dialog.getByRole('button', { name: 'Upload file' })).toBeVisible();
  await chooseFile(new File(['none'], 'switch.bin', { type: 'application/octet-stream' }));
  await expectOverlay('Uploading…', late);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
});

it('shows the overlay while the pages of a floor plan are uploaded, and creates all plans in one request', async () => {
  const picture = (id: number) => ({
    id: `6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c36${id}`,
    widthPx: 2_400,
    heightPx: 1_697,
    paperWidthMm: 420,
  });
  const late = createLateAnswer({ items: [picture(1), picture(2)] });
  const taken = { 'items.1.name': 'The building has a floor plan with this name. Enter a different one.' };
  const { sent } = await openConsole('/manage/visualization/td?project=7', {
    answers: {
      ...createMapAnswers(),
      mapPictureUpload: late.answer,
      mapBatchCreate: new Refusal(400, { code: 400, message: 'Check the fields.', fields: taken }),
    },
  });
  await findButton('New floor plan').click();
  const dialog = page.getByRole('dialog', { name: 'New floor plan' });
  await dialog.getByLabelText('Name').fill('Hotel');
  await chooseFile(new File(['%PDF-'], 'hotel.pdf', { type: 'application/pdf' }));
  await dialog.getByLabelText('Scale of the drawing').fill('1 to 100');
  await dialog.getByRole('button', { name: 'Create floor plan' }).click();
  await expect.element(dialog.getByLabelText('Scale of the drawing')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabelText('Scale of the drawing').fill('1:100');
  await dialog.getByRole('button', { name: 'Create floor plan' }).click();
  await expectOverlay('Uploading…', late);
  await expect.element(dialog.getByText('Hotel 2: The building has a floor plan')).toBeVisible();
  expect(
    sent.filter(({ operation }) => operation === 'mapBatchCreate').map(({ body }) => body),
  ).toMatchObject([
    { items: [{ name: 'Hotel 1', settings: { size: { widthM: 42, depthM: 29.7 } } }, { name: 'Hotel 2' }] },
  ]);
});

it('shows the overlay while an exported log is loaded', async () => {
  const files = collectSavedFiles();
  const late = createLateAnswer(new FileAnswer('time,event'));
  await openConsole('/manage/runlog?project=7', {
    answers: {
      logList: {
        items: [{ id: '1', at: PAST, kind: 'device', severity: 'info', event: 'Device online' }],
        total: 1,
      },
      logRetentionGet: { days: 90 },
      logExport: late.answer,
    },
  });
  await findButton('Export log').click();
  await expectOverlay('Loading…', late);
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['log-device.csv']);
});
