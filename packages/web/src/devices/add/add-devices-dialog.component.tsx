import { type BatchEntry, type Device, ERRORS, type ImportRow } from '@northlight/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRow } from '../../testing/steps.ts';

const PHONE = [390, 844] as const;
const CLAIM_CODE = 'K7M2Q9XD4T';
const [FIRST, SECOND, THIRD] = ['NLAP6C0000000001', 'NLAP6C0000000002', 'NLAP6C0000000003'] as const;
const GATEWAY = 'NLGW500000000001';
const SECOND_GATEWAY = 'GW5 is a gateway; a project has 1 gateway or AC and Lobby is it.';

const dialog = page.getByRole('dialog', { name: 'Add devices' });
const row = dialog.getByRole('group', { name: 'Row 3' });
const lines = dialog.getByLabelText('Serial numbers and claim codes');

/** Checks an entry like the server: its claim code, and whether the project has a gateway already. */
function checkEntry({ claimCode, name, row: number = 1, sn }: BatchEntry): ImportRow {
  const base = { row: number, sn, claimCode };
  if (claimCode !== CLAIM_CODE) {
    const { code, message } = ERRORS.claimRefused;
    return { ...base, code, error: message, fields: { claimCode: message } };
  }
  if (sn === GATEWAY)
    return { ...base, code: ERRORS.deviceLimit.code, error: SECOND_GATEWAY, fields: { sn: SECOND_GATEWAY } };
  return { ...base, name: name ?? `NL-AP6C-${sn.slice(-4)}`, modelName: 'Ceiling AP AP6C', kind: 'ap' };
}

/** Opens the dialog in a project with a gateway; added devices are online at once. */
async function openDialog(size?: readonly [number, number]) {
  const devices: Device[] = [createDevice('NL-GW5', 'Lobby')];
  const addDevice = (sn: string, name: string): Device => {
    const device = createDevice('NL-AP6C', name, { sn });
    devices.push(device);
    return device;
  };
  const console = await openConsole('/manage/devconf?project=7&dialog=add', {
    ...(size && { size }),
    answers: {
      deviceList: () => ({ items: [...devices], total: devices.length }),
      deviceAdd: ({ body: { name, sn } }) => addDevice(sn, name ?? sn),
      deviceBatchCheck: ({ body }) => ({ rows: body.devices.map(checkEntry) }),
      deviceBatchAdd: ({ body }) => {
        const rows = body.devices
          .map(checkEntry)
          .map((checked): ImportRow =>
            checked.error === undefined
              ? { ...checked, deviceId: addDevice(checked.sn, checked.name ?? '').id }
              : checked,
          );
        return { added: rows.filter(({ deviceId }) => deviceId !== undefined).length, rows };
      },
    },
  });
  await expect.element(lines).toBeVisible();
  return console;
}

/** Pastes a text into the focused field, like a user with the clipboard. */
function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}

it('checks pasted lines in one pass, adds the valid lines, and adds the other lines after a correction', async () => {
  const { sent } = await openDialog();
  await expect.element(lines).toHaveFocus();
  paste(
    [
      `${FIRST}\t${CLAIM_CODE}\tBar`,
      `${SECOND}\t${CLAIM_CODE}`,
      `${THIRD}, 0000000000`,
      `${GATEWAY}\t${CLAIM_CODE}`,
    ].join('\n'),
  );
  await expect.element(dialog.getByText('2 devices ready, 2 rows to correct')).toBeVisible();
  await expect.element(dialog.getByText(SECOND_GATEWAY)).toBeVisible();
  const code = row.getByLabelText('Claim code');
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(row.getByLabelText('Serial number')).not.toHaveAttribute('aria-invalid');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add 2 of 4' }).click();
  await expect.element(dialog.getByText('2 devices added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove row 4' }).click();
  await code.fill(CLAIM_CODE);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('1 device ready')).toBeVisible();
  await row.getByLabelText('Name').fill('Terrace');
  await dialog.getByRole('button', { name: 'Add 1 device' }).click();
  await expect.element(dialog.getByText('3 devices added')).toBeVisible();
  await expect.element(dialog.getByText('All added devices are online.')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  for (const name of ['Bar', 'Terrace']) await expect.element(findRow(name)).toHaveTextContent('Online');
  const [check] = sent.filter(({ operation }) => operation === 'deviceBatchCheck');
  expect(check?.body).toMatchObject({ devices: [{ row: 1 }, { row: 2 }, { row: 3 }, { row: 4 }] });
});

it('adds one device after another by fields on a phone', async () => {
  await openDialog(PHONE);
  for (const sn of [FIRST, SECOND]) {
    await dialog.getByRole('textbox', { name: 'Serial number', exact: true }).fill(sn);
    await dialog.getByRole('textbox', { name: 'Claim code', exact: true }).fill(CLAIM_CODE);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('1 device added')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add more devices' }).click();
  }
  await expect.element(lines).toBeVisible();
  await expectAccessible();
});

it('shows why the camera cannot be used, and keeps the fields for entry by hand', async () => {
  const match = window.matchMedia.bind(window);
  const touch = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => match(query === '(any-pointer: coarse)' ? 'all' : query));
  const camera = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValue(new DOMException('Permission denied', 'NotAllowedError'));
  onTestFinished(() => {
    touch.mockRestore();
    camera.mockRestore();
  });
  await openDialog(PHONE);
  await dialog.getByRole('button', { name: 'Scan labels with the camera' }).click();
  await expect.element(dialog.getByText('Camera access was denied.')).toBeVisible();
  await expect.element(lines).toBeVisible();
});
