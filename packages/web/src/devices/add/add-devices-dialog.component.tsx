import {
  type BatchEntry,
  type Device,
  ERRORS,
  type ImportResult,
  type importQuery,
  type ImportRow,
} from '@northlight/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import type { SentRequest } from '../../testing/answers.ts';
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

const LOCK = 'Locked until 13:55 after 10 wrong claim codes.';

/** Answers an entry like the server while claim codes are locked: only the first code was right before. */
const checkLocked = (entry: BatchEntry): ImportRow =>
  entry.sn === FIRST
    ? checkEntry(entry)
    : {
        ...entry,
        row: entry.row ?? 1,
        code: ERRORS.tooManyFailures.code,
        error: LOCK,
        fields: { claimCode: LOCK },
        lockedUntil: new Date(Date.now() + 60_000).toISOString(),
      };

/** Reads a workbook with two sheets like the server: two devices on the first sheet, of which one is hidden. */
function readWorkbook({
  hiddenRows,
  nameColumn = 3,
  sheet = 'Floor 1',
}: z.output<typeof importQuery>): ImportResult {
  const first = { row: 2, sn: FIRST, claimCode: CLAIM_CODE, name: nameColumn === 4 ? '101' : 'Lobby' };
  const merged = 'The cell is merged with C2. Split the cells.';
  const second: ImportRow = {
    row: 3,
    sn: SECOND,
    claimCode: CLAIM_CODE,
    code: ERRORS.invalidParameters.code,
    error: merged,
    fields: { name: merged },
    unread: { name: merged },
  };
  const hidden = { row: 4, sn: THIRD, claimCode: CLAIM_CODE, name: 'Old' };
  const rows = [first, second, ...(hiddenRows === 'include' ? [hidden] : [])];
  const isFirst = sheet === 'Floor 1';
  return {
    accepted: false,
    added: 0,
    rows: isFirst ? rows : [{ ...first, sn: GATEWAY }],
    list: {
      columns: ['SN', 'Claim code', 'Name', undefined].map((heading, index) => ({
        number: index + 1,
        ...(heading !== undefined && { heading }),
      })),
      chosen: { sn: 1, claimCode: 2, name: nameColumn },
      sheet,
      sheets: ['Floor 1', 'Floor 2'],
      hiddenRows: isFirst ? 1 : 0,
    },
  };
}

const findColumn = (label: string) => dialog.getByRole('combobox', { name: label });

const countChecks = (sent: readonly SentRequest[]): number =>
  sent.filter(({ operation }) => operation === 'deviceBatchCheck').length;

/** Chooses a file in the dialog. */
async function chooseFile(name = 'devices.xlsx'): Promise<void> {
  await userEvent.upload(dialog.getByLabelText('Spreadsheet'), new File(['x'], name));
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
      deviceImport: ({ query }) => readWorkbook(query),
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
  await expect.element(dialog.getByText('2 devices ready, 2 rows need attention')).toBeVisible();
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

it('shows the columns of a pasted list, and reads the list again with the column that the user chooses', async () => {
  const { sent } = await openDialog();
  await expect.element(lines).toHaveFocus();
  paste(
    [
      'Product name;Name;Room;Serial number;Claim code',
      `Access point;Bar;101;${FIRST};${CLAIM_CODE}`,
      `Access point;Terrace;102;${SECOND};${CLAIM_CODE}`,
    ].join('\n'),
  );
  await expect.element(dialog.getByText('2 devices ready')).toBeVisible();
  await expect.element(findColumn('Serial numbers from')).toHaveTextContent('D · Serial number');
  await expect.element(findColumn('Claim codes from')).toHaveValue('5');
  await expect.element(findColumn('Names from')).toHaveValue('2');
  const name = dialog.getByRole('group', { name: 'Row 1' }).getByLabelText('Name');
  await expect.element(name).toHaveValue('Bar');
  await findColumn('Names from').selectOptions('C · Room');
  await expect.element(name).toHaveValue('101');
  await expect.element(dialog.getByText('2 devices ready')).toBeVisible();
  await expect.element(dialog.getByRole('group', { name: 'Row 3' })).not.toBeInTheDocument();
  await findColumn('Names from').selectOptions('No column');
  await expect.element(name).toHaveValue('');
  await expect.poll(() => countChecks(sent)).toBe(3);
  await expect.element(dialog.getByText('2 devices ready')).toBeVisible();
  await expectAccessible();
});

it('shows a sentence instead of rows for pasted text without serial numbers', async () => {
  await openDialog();
  await expect.element(lines).toHaveFocus();
  paste('Dear colleagues,\nthe devices arrive on Monday.\nRegards');
  await expect.element(dialog.getByText('No line has a serial number')).toBeVisible();
  await expect.element(dialog.getByRole('group', { name: 'Row 1' })).not.toBeInTheDocument();
});

it('shows the columns, sheets and hidden rows of a file, and reads it again as the user chooses', async () => {
  await openDialog();
  await chooseFile();
  await expect.element(dialog.getByText('1 device ready, 1 row needs attention')).toBeVisible();
  await expect.element(dialog.getByText('1 hidden row was left out.')).toBeVisible();
  const second = dialog.getByRole('group', { name: 'Row 3' });
  await expect.element(second.getByText('Check', { exact: true })).toBeVisible();
  await expect.element(second.getByText('The cell is merged with C2.')).toBeVisible();
  await expectAccessible();
  await second.getByLabelText('Name').fill('Bar');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('2 devices ready')).toBeVisible();
  await dialog.getByRole('button', { name: 'Include' }).click();
  await expect.element(dialog.getByText('1 hidden row was included.')).toBeVisible();
  await expect.element(dialog.getByText('2 devices ready, 1 row needs attention')).toBeVisible();
  await findColumn('Names from').selectOptions('Column D');
  const name = dialog.getByRole('group', { name: 'Row 2' }).getByLabelText('Name');
  await expect.element(name).toHaveValue('101');
  await expect.element(dialog.getByText('1 hidden row was included.')).toBeVisible();
  await findColumn('Sheet').selectOptions('Floor 2');
  await expect.element(dialog.getByText('hidden row')).not.toBeInTheDocument();
  await expect.element(dialog.getByText(SECOND_GATEWAY)).toBeVisible();
});

it('passes any file on to the server, and shows its sentence for a file of another kind', async () => {
  const { answer } = await openDialog();
  const error = 'The file is a PDF. Export the list as .xlsx, .ods or .csv and choose that file.';
  answer({ deviceImport: { accepted: false, added: 0, rows: [], error } });
  await chooseFile('devices.pdf');
  await expect.element(dialog.getByText(error)).toBeVisible();
});

it('names the end of a lock of claim codes, and adds the rows that were ready before', async () => {
  const { answer, sent } = await openDialog();
  answer({ deviceBatchCheck: ({ body }) => ({ rows: body.devices.map(checkLocked) }) });
  await expect.element(lines).toHaveFocus();
  paste(`${FIRST}\t${CLAIM_CODE}\n${SECOND}\t${CLAIM_CODE}\n${THIRD}\tshort`);
  await expect.element(dialog.getByText(LOCK)).toBeVisible();
  await expect
    .element(dialog.getByText('1 device ready, 1 row needs attention, 1 row not checked'))
    .toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add 1 of 3' }).click();
  await expect.element(dialog.getByText('1 device added')).toBeVisible();
  await expect.poll(() => countChecks(sent)).toBe(2);
  await expect
    .element(dialog.getByRole('button', { name: 'Add 2 devices' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('checks locked rows again when the lock has ended', async () => {
  const { answer } = await openDialog();
  answer({ deviceBatchCheck: ({ body }) => ({ rows: body.devices.map(checkLocked) }) });
  await expect.element(lines).toHaveFocus();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  paste(`${SECOND}\t${CLAIM_CODE}\n${THIRD}\t${CLAIM_CODE}`);
  await expect.element(dialog.getByText('2 rows not checked')).toBeVisible();
  answer({ deviceBatchCheck: ({ body }) => ({ rows: body.devices.map(checkEntry) }) });
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(dialog.getByText('2 devices ready')).toBeVisible();
});
