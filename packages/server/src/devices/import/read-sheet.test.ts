import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { fitsBudget } from './archive-budget.ts';
import { readSheet } from './read-sheet.ts';

function sheet(rows: unknown[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Devices');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

/** An archive of one file that says of itself that it unpacks to nothing. */
function lyingArchive(content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, end]);
}

test('rows keep the numbers that they have in the file, over blank ones and far below', async () => {
  const rows = Array.from({ length: 600 }, (_, index) => ([3, 590].includes(index) ? ['A', 'B'] : []));
  const result = await readSheet(sheet([['SN', 'Claim code'], ...rows]));
  expect(result).toMatchObject({ rows: [{ row: 5 }, { row: 592 }] });
});

test('no row is lost in silence: a sheet that is longer than what is read is refused', async () => {
  const rows: string[][] = Array.from({ length: 11_000 }, () => []);
  rows[10_999] = ['A', 'B'];
  expect(await readSheet(sheet([['A', 'B'], ...rows]))).toMatchObject({
    error: expect.stringContaining('long'),
  });
});

test.each([
  [1_000, true],
  [2_000_000, false],
])('an archive of %i zeros fits a budget of 1 MB: %s, whatever it says of its size', (size, fits) => {
  const judge = (): boolean => fitsBudget(lyingArchive(Buffer.alloc(size)), 1_000_000);
  if (fits) expect(judge()).toBe(true);
  else expect(judge).toThrow('larger than');
});

test('many files at once are read two at a time, and beyond those that may wait they are refused', async () => {
  const file = sheet([['A', 'B']]);
  const results = await Promise.all(Array.from({ length: 24 }, () => readSheet(file)));
  expect(results.filter((result) => 'error' in result)).toHaveLength(2);
});
