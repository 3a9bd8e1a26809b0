import { expect, test } from 'vitest';
import { type Block, BrokenBlock, readColumnNames, decodeBlock, encodeBlock } from './index.ts';
import { readBlockBits } from './testing/arbitrary.ts';

const ROWS = 1440;
const START = 1_700_000_000;
const missing = Number.NaN;

const minutes = (rows: number): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => START + 60 * row);
const column = (valueAt: (row: number) => number, rows = ROWS): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => valueAt(row));
const createBlock = (values: Float64Array, name = 'value'): Block => ({
  times: minutes(values.length),
  columns: new Map([[name, values]]),
});
/** Returns noise from 0 to 1, always the same for a row. */
const noise = (row: number): number => {
  const wave = Math.sin(row * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
};
const expectSame = (block: Block): number => {
  const bytes = encodeBlock(block);
  expect(readBlockBits(decodeBlock(bytes))).toEqual(readBlockBits(block));
  return bytes.length;
};

/**
 * Values with the maximum size of their block. A case fails when the encoder no longer chooses the best
 * encoding.
 */
const CASES: readonly (readonly [title: string, values: Float64Array, maxBytes: number])[] = [
  ['no rows', column(() => 0, 0), 16],
  ['one row', column(() => 12.3, 1), 24],
  ['two rows', column((row) => row * 7, 2), 32],
  ['a constant', column(() => 41.5), 32],
  ['a constant -0', column(() => -0), 40],
  ['one 0 among -0', column((row) => (row === 700 ? 0 : -0)), 300],
  ['one -0 among 0', column((row) => (row === 0 ? -0 : 0)), 300],
  ['a straight line', column((row) => 1e9 + row * 60), 40],
  ['a parabola', column((row) => row * row * 3), 40],
  ['a counter that restarts', column((row) => (row < 900 ? 4e9 + row * 1000 : (row - 900) * 1000)), 100],
  ['a counter of whole packets', column((row) => row * 15_000 + 1500 * Math.floor(noise(row) * 16)), 960],
  ['a 64-bit counter near its end', column((row) => 2 ** 64 - 2 ** 45 + row * 2 ** 20), 4000],
  ['decimals', column((row) => Math.round(noise(row) * 1000) / 10), 1900],
  ['large outliers', column((row) => (row % 97 === 0 ? 1e12 : row % 4)), 600],
  ['negative decimals', column((row) => 0 - Math.round(noise(row) * 100) / 100), 1350],
  ['Infinity among whole numbers', column((row) => (row % 500 === 3 ? Infinity : row)), 5200],
  ['full doubles', column(noise), 11_600],
  ['bits that do not compress', column((row) => noise(row) * 10 ** ((row % 600) - 300)), 11_600],
  ['the largest whole numbers', column((row) => (row % 2 === 0 ? 2 ** 53 : -(2 ** 53))), 11_600],
  [
    'whole numbers up to 2^53 apart',
    column((row) => (row % 2 === 0 ? 2 ** 52 - row : row - 2 ** 52)),
    11_600,
  ],
  ['steps of about 2^52', Float64Array.of(7 - 2 ** 52, 78, 2 ** 52 - 5), 48],
  ['whole numbers wider than 32 bits', column((row) => Math.floor(noise(row) * 2 ** 40)), 7300],
  ['no values', column(() => missing), 24],
  ['gaps in runs', column((row) => (row % 480 < 100 ? missing : 5)), 40],
  ['gaps at random', column((row) => (noise(row) < 0.5 ? missing : 5)), 220],
  ['one value', column((row) => (row === 1000 ? 3.25 : missing)), 40],
];

test.each(CASES)('encodes %s bit for bit within its size limit', (_, values, maxBytes) => {
  expect(expectSame(createBlock(values))).toBeLessThanOrEqual(maxBytes);
});

test('keeps the times of a block without columns', () => {
  expect(expectSame({ times: minutes(60), columns: new Map() })).toBeLessThan(20);
});

test('encodes any times, including times before 1970', () => {
  const times = Float64Array.from([-3_000_000_000, -1, 0, 1, 60, 3600, 1_700_000_000, 4_000_000_000]);
  expectSame({ times, columns: new Map([['value', column((row) => row, 8)]]) });
});

test('encodes a block with missing minutes in less than 60 bytes', () => {
  const times = minutes(ROWS).filter((_, row) => row % 200 !== 7);
  expect(expectSame({ times, columns: new Map() })).toBeLessThan(60);
});

test.each(['', 'größe', '功率', '📶.rssi', '\ud800', 'x'.repeat(70_000), `a\0b`])(
  'accepts any column name',
  (name) => {
    const block = createBlock(
      column((row) => row, 3),
      name,
    );
    expectSame(block);
    expect(readColumnNames(encodeBlock(block))).toEqual([name]);
  },
);

test('keeps names with a shared prefix longer than the limit', () => {
  const names = Array.from({ length: 5 }, (_, index) => `${'long'.repeat(200)}${index}`);
  expectSame({ times: minutes(1), columns: new Map(names.map((name) => [name, Float64Array.of(1)])) });
});

test('encodes 5,000 columns in less than 15 bytes each and decodes a single one', () => {
  const names = Array.from({ length: 5000 }, (_, index) => `client.${index}.rssi`);
  const block: Block = {
    times: minutes(60),
    columns: new Map(names.map((name, index) => [name, column(() => -40 - (index % 50), 60)])),
  };
  expect(expectSame(block)).toBeLessThan(5000 * 15);
  const { columns } = decodeBlock(encodeBlock(block), (name) => name === 'client.4711.rssi');
  expect([...columns]).toEqual([['client.4711.rssi', block.columns.get('client.4711.rssi')]]);
});

test('decodes a block within a larger buffer', () => {
  const bytes = encodeBlock(createBlock(column((row) => row)));
  const around = new Uint8Array(bytes.length + 20).fill(255);
  around.set(bytes, 7);
  const inside = around.subarray(7, 7 + bytes.length);
  expect(readBlockBits(decodeBlock(inside))).toEqual(readBlockBits(createBlock(column((row) => row))));
});

test.each([
  ['descending times', [2, 1]],
  ['a repeated time', [1, 1]],
  ['half a second', [0.5, 1]],
  ['a missing time', [missing, 1]],
  ['a time beyond all calendars', [1, 2 ** 60]],
])('rejects %s', (_, times) => {
  const block = { times: Float64Array.from(times), columns: new Map() };
  expect(() => encodeBlock(block)).toThrow(RangeError);
});

test('rejects a column of another length, too many rows and too many values', () => {
  const short = new Map([['value', new Float64Array(1)]]);
  expect(() => encodeBlock({ times: minutes(2), columns: short })).toThrow('Column value has 1 values');
  expect(() => encodeBlock({ times: minutes(1_000_001), columns: new Map() })).toThrow(RangeError);
  const shared = new Float64Array(10_000);
  const columns = new Map(Array.from({ length: 4000 }, (_, index) => [String(index), shared]));
  expect(() => encodeBlock({ times: minutes(10_000), columns })).toThrow(RangeError);
});

const million = [0xc0, 0x84, 0x3d];
/** Returns a block of two rows with a column of these bytes. */
const withColumn = (...bytes: number[]): number[] => [
  1,
  2,
  1,
  0,
  1,
  65,
  bytes.length,
  0,
  1,
  1,
  64,
  2,
  ...bytes,
];
/** Returns a million rows of `count` constant columns, in few bytes. */
const manyColumns = (count: number): number[] => {
  const names = Array.from({ length: count }, (_, index) => [0, 1, 65 + index, 3]);
  return [1, ...million, count, ...names.flat(), 0, 1, 1, 64, 2, ...names.flatMap(() => [1, 0, 2])];
};
const huge = [255, 255, 255, 255, 255, 255, 255, 15];

/** Hostile bytes, which must cause neither large allocations nor long run times. */
test.each<readonly [title: string, bytes: readonly number[]]>([
  ['no bytes', []],
  ['another version', [2, 0, 0]],
  ['more rows than a block may have', [1, 0xc1, 0x84, 0x3d, 0]],
  ['rows beyond all numbers', [1, ...huge, 0]],
  ['more columns than bytes', [1, 0, ...huge]],
  ['a million rows of many columns', manyColumns(34)],
  ['a name longer than the bytes', [1, 0, 1, 0, ...huge, 65]],
  ['a name that extends a longer name', [1, 0, 1, 9, 0, 0]],
  ['a name of no characters', [1, 0, 1, 0, 1, 255, 255, 127, 0]],
  ['a repeated name', [1, 0, 2, 0, 1, 65, 0, 1, 0, 0]],
  ['a column longer than the bytes', [1, 0, 1, 0, 1, 65, ...huge]],
  ['times that do not increase', [1, 2, 0, 0, 0, 0, 0]],
  ['times beyond all numbers', [1, 2, 0, 0, ...huge, 0, 2]],
  ['more exceptions than numbers', [1, 2, 0, 0, 1, 1, 128, ...huge]],
  ['an exception outside of its chunk', [1, 2, 0, 0, 1, 1, 130, 1, 5, 1, 2]],
  ['a chunk wider than a number', [1, 2, 0, 0, 1, 1, 63, 2, 0, 0, 0, 0, 0, 0, 0]],
  ['a run longer than its column', withColumn(9, 5, 0, 2)],
  ['empty runs', withColumn(9, 0, 0, 2, 0, 2)],
  ['a presence without values', withColumn(9, 0, 2, 0, 2)],
  ['a number above the largest double', withColumn(1, 0, ...huge.slice(0, 7), 127)],
  ['a column of an unknown form', withColumn(7)],
  ['a column of an unknown presence', withColumn(25, 0, 0, 2)],
  ['a column with more than its values', withColumn(9, 1, 1, 0, 2, 0)],
  ['a power of ten beyond doubles', withColumn(1, 23, 2)],
  ['a series of an unknown order', withColumn(3, 0, 0, 1, 3, 0)],
  ['a series of unknown chunks', withColumn(3, 0, 0, 1, 13, 0)],
  ['a shift beyond 32 bits', withColumn(4, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0)],
])('rejects %s', (_, bytes) => {
  expect(() => decodeBlock(Uint8Array.from(bytes))).toThrow(BrokenBlock);
});

test('decodes the valid bytes from which the hostile bytes are derived', () => {
  const { times, columns } = decodeBlock(Uint8Array.from(withColumn(9, 1, 1, 0, 2)));
  expect([...times]).toEqual([0, 1]);
  expect([...columns]).toEqual([['A', Float64Array.of(1, missing)]]);
});
