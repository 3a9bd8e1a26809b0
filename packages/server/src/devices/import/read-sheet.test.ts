import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { isWithinBudget } from './archive-budget.ts';
import { readSheet } from './read-sheet.ts';

function sheet(rows: unknown[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Devices');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

const STORED = 0;
const DEFLATED = 8;

/**
 * Returns an archive whose entries share one file and declare an unpacked size of 0. `declared` is the
 * compression method in the directory; the header of the file keeps the true one.
 */
function archiveWithFalseSizes(content: Buffer, entries = 1, declared = DEFLATED): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(DEFLATED, 8);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(declared, 10);
  if (declared === STORED) entry.writeUInt32LE(packed.length, 24);
  entry.writeUInt32LE(packed.length, 20);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(entries * entry.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, ...Array.from({ length: entries }, () => entry), end]);
}

test('keeps the row numbers of the file when rows are blank', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => ([3, 590].includes(index) ? ['A', 'B'] : []));
  const result = await readSheet(sheet([['SN', 'Claim code'], ...rows]));
  expect(result).toMatchObject({ rows: [{ row: 5 }, { row: 592 }] });
});

test('rejects a sheet with more rows than the limit instead of losing rows', async () => {
  const rows: string[][] = Array.from({ length: 11_000 }, () => []);
  rows[10_999] = ['A', 'B'];
  expect(await readSheet(sheet([['A', 'B'], ...rows]))).toMatchObject({
    error: expect.stringContaining('long'),
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
  expect(await readSheet(archive)).toEqual({
    error: expect.stringContaining('could not be read'),
    cause: expect.stringMatching(/^(Signal|Exit code)/),
  });
});

test('rejects a truncated archive and files of other formats', async () => {
  const whole = archiveWithFalseSizes(Buffer.alloc(1_000));
  const at = whole.length - 22 - 46;
  const cases = [
    Buffer.from('no archive at all'),
    whole.subarray(0, at),
    Buffer.concat([whole.subarray(0, at), whole.subarray(-22)]),
    Buffer.concat([whole.subarray(30), Buffer.alloc(30)]),
  ];
  for (const archive of cases) await expect(isWithinBudget(archive, 1_000_000)).rejects.toThrow();
});

test('reads two files at a time and rejects files beyond the queue limit', { tags: ['proof'] }, async () => {
  const file = sheet([['A', 'B']]);
  const results = await Promise.allSettled(Array.from({ length: 24 }, () => readSheet(file)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }]);
});
