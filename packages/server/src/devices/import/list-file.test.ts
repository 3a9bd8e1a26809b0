import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { isWithinBudget } from './archive.ts';
import { type ListOptions, readList } from './list-file.ts';
import { buildXlsx } from './testing/build-xlsx.ts';

const MAX_ENTRIES = 500;
const [SN, CODE] = ['NLAP6C0000000001', 'K7M2Q9XD4T'] as const;
const read = (file: Buffer, options?: ListOptions) =>
  readList(file, MAX_ENTRIES, { id: 'account', isVisitor: false }, options);

function sheet(rows: unknown[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Devices');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

const STORED = 0;
const DEFLATED = 8;
/** Name by which an archive is a workbook. */
const PART = Buffer.from('xl/a');

/**
 * Returns a workbook whose entries share one file and declare an unpacked size of 0. `declared` is the
 * compression method in the directory; the header of the file keeps the true one.
 */
function archiveWithFalseSizes(content: Buffer, entries = 1, declared = DEFLATED): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(DEFLATED, 8);
  local.writeUInt16LE(PART.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(declared, 10);
  if (declared === STORED) entry.writeUInt32LE(packed.length, 24);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(PART.length, 28);
  const directory = Buffer.concat(Array.from({ length: entries }, () => Buffer.concat([entry, PART])));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + PART.length + packed.length, 16);
  return Buffer.concat([local, PART, packed, directory, end]);
}

test('keeps the row numbers of the file when rows are blank', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => ([3, 590].includes(index) ? [SN, CODE] : []));
  const result = await read(sheet([['SN', 'Claim code'], ...rows]));
  expect(result).toMatchObject({ table: { rows: [{ row: 5 }, { row: 592 }] } });
});

test('rejects a sheet or a text with more rows than the limit instead of losing rows', async () => {
  const rows: string[][] = Array.from({ length: 11_000 }, () => []);
  rows[10_999] = [SN, CODE];
  const error = 'The list is too long. Remove empty rows and all rows below row 10000.';
  expect(await read(sheet([[SN, CODE], ...rows]))).toEqual({ error });
  expect(await read(Buffer.from(`${SN};${CODE}${'\n'.repeat(11_000)}x`))).toEqual({ error });
});

test('finds a list of 501 devices too long, also below other rows', async () => {
  const rows = Array.from({ length: 501 }, (_, index) => [`NLAP6C${String(index).padStart(10, '0')}`, CODE]);
  const others = Array.from({ length: 600 }, (_, index) => ['', '', `Remark ${index}`]);
  const text = [...others, ...rows].map((cells) => cells.join(';')).join('\n');
  expect(await read(Buffer.from(text))).toMatchObject({ isTooLong: true });
  const fitting = [...others, ...rows.slice(1)].map((cells) => cells.join(';')).join('\n');
  expect(await read(Buffer.from(fitting))).toMatchObject({ isTooLong: false });
});

test('reads the chosen sheet, columns and hidden rows', async () => {
  const book = buildXlsx([
    {
      name: 'Floor 1',
      rows: [
        ['SN', 'Claim code', 'Name', 'Room'],
        [SN, CODE, 'Lobby', '101'],
      ],
    },
    {
      name: 'Floor 2',
      rows: [
        ['SN', 'Claim code', 'Name', 'Room'],
        [SN, CODE, 'Bar', '201'],
      ],
      hiddenRows: [2],
    },
  ]);
  expect(await read(book)).toMatchObject({
    table: {
      columns: [
        { number: 1, heading: 'SN' },
        { number: 2, heading: 'Claim code' },
        { number: 3, heading: 'Name' },
        { number: 4, heading: 'Room' },
      ],
      chosen: { sn: 1, claimCode: 2, name: 3 },
    },
    sheet: { name: 'Floor 1', all: ['Floor 1', 'Floor 2'] },
    hiddenRows: 0,
  });
  const second = { sheet: 'Floor 2', columns: { name: 4 } };
  expect(await read(book, second)).toMatchObject({
    table: { chosen: { sn: 1, claimCode: 2, name: 4 }, rows: [] },
    hiddenRows: 1,
  });
  expect(await read(book, { ...second, includeHidden: true })).toMatchObject({
    table: { rows: [{ row: 2, cells: [SN, CODE, 'Bar', '201'] }] },
    hiddenRows: 1,
  });
});

test.each([
  [1_000, 1, true],
  [2_000_000, 1, false],
  [100_000, 9, true],
  [100_000, 11, false],
  [1, 500, true],
  [1, 501, false],
])('decides whether %i zeros in %i entries fit a budget of 1 MB: %s', async (size, entries, fits) => {
  expect(await isWithinBudget(archiveWithFalseSizes(Buffer.alloc(size), entries), 1_000_000)).toBe(fits);
});

test('rejects an archive whose directory hides that a file is compressed', async () => {
  const archive = archiveWithFalseSizes(Buffer.alloc(300_000_000), 1, STORED);
  expect(archive.length).toBeLessThan(1_000_000);
  expect(await isWithinBudget(archive, 16_000_000)).toBe(false);
  expect(await read(archive)).toEqual({
    error: expect.stringContaining('could not be read'),
    cause: expect.stringMatching(/^(Signal|Exit code)/),
  });
});

test('rejects a truncated archive and files of other formats', async () => {
  const whole = archiveWithFalseSizes(Buffer.alloc(1_000));
  const at = whole.length - 22 - 46 - PART.length;
  const cases = [
    Buffer.from('no archive at all'),
    whole.subarray(0, at),
    Buffer.concat([whole.subarray(0, at), whole.subarray(-22)]),
    Buffer.concat([whole.subarray(30), Buffer.alloc(30)]),
  ];
  for (const archive of cases) await expect(isWithinBudget(archive, 1_000_000)).rejects.toThrow();
});

test('reads one file of an account at a time, lets one wait, and refuses further ones', async () => {
  const file = sheet([[SN, CODE]]);
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => read(file)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { status: 429 } }, { reason: { status: 429 } }]);
});
