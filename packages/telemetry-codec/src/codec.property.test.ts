import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BlockBuilder,
  BrokenBlock,
  readColumnNames,
  decodeBlock,
  encodeBlock,
  mergeBlocks,
  sliceBlock,
} from './index.ts';
import { createBlockArbitrary, overlappingBlock, toBits, readBlockBits } from './testing/arbitrary.ts';

test('decodes encoded blocks bit for bit', () =>
  fc.assert(
    fc.property(createBlockArbitrary(), (block) => {
      const bytes = encodeBlock(block);
      expect(readBlockBits(decodeBlock(bytes))).toEqual(readBlockBits(block));
      expect(readColumnNames(bytes)).toEqual([...block.columns.keys()]);
    }),
    { numRuns: 400 },
  ));

test('decodes any doubles bit for bit', () =>
  fc.assert(
    fc.property(fc.float64Array({ maxLength: 200 }), (values) => {
      const block = {
        times: Float64Array.from(values, (_, row) => row),
        columns: new Map([['value', values]]),
      };
      expect(readBlockBits(decodeBlock(encodeBlock(block)))).toEqual(readBlockBits(block));
    }),
  ));

test('decodes selected columns to the same values as all columns', () =>
  fc.assert(
    fc.property(createBlockArbitrary(60), fc.nat(63), (block, chosen) => {
      const names = [...block.columns.keys()].filter((_, index) => (chosen >> index) & 1);
      const { times, columns } = decodeBlock(encodeBlock(block), (name) => names.includes(name));
      expect([...columns.keys()]).toEqual(names);
      for (const [name, values] of columns) expect(toBits(values)).toEqual(toBits(block.columns.get(name)!));
      expect(times).toEqual(block.times);
    }),
  ));

/** Reference implementation: values by time and column. */
type Model = Map<number, Map<string, number>>;

function write(model: Model, time: number, values: Iterable<readonly [string, number]>): void {
  const row = model.get(time) ?? new Map<string, number>();
  model.set(time, row);
  for (const [name, value] of values) if (!Number.isNaN(value)) row.set(name, value);
}

/** Compares a block with a model, ignoring the order of columns. */
function expectModel(block: ReturnType<typeof mergeBlocks>, model: Model): void {
  const times = [...model.keys()].sort((a, b) => a - b);
  expect([...block.times]).toEqual(times);
  for (const [name, values] of block.columns)
    expect(toBits(values)).toEqual(
      toBits(Float64Array.from(times, (time) => model.get(time)?.get(name) ?? Number.NaN)),
    );
  const named = new Set(times.flatMap((time) => [...(model.get(time)?.keys() ?? [])]));
  for (const name of named) expect(block.columns.has(name)).toBe(true);
}

test('merges the rows of blocks, and lets later blocks override earlier ones', () =>
  fc.assert(
    fc.property(
      fc.array(fc.oneof(createBlockArbitrary(40), overlappingBlock), { maxLength: 4 }),
      (blocks) => {
        const model: Model = new Map();
        for (const { times, columns } of blocks)
          for (const [row, time] of times.entries())
            write(
              model,
              time,
              [...columns].map(([name, values]) => [name, values[row]!] as const),
            );
        const merged = mergeBlocks(blocks);
        expectModel(merged, model);
        expect(new Set(merged.columns.keys())).toEqual(
          new Set(blocks.flatMap(({ columns }) => [...columns.keys()])),
        );
      },
    ),
  ));

test('slices a block to the same rows as a filter of its rows', () =>
  fc.assert(
    fc.property(
      createBlockArbitrary(60),
      fc.integer({ min: 1_699_999_990, max: 1_700_000_410 }),
      fc.integer({ min: -20, max: 420 }),
      (block, from, seconds) => {
        const to = from + seconds;
        const kept = [...block.times.keys()].filter(
          (row) => block.times[row]! >= from && block.times[row]! < to,
        );
        const part = (values: Float64Array): Float64Array => Float64Array.from(kept, (row) => values[row]!);
        const columns = [...block.columns]
          .map(([name, values]) => [name, part(values)] as const)
          .filter(([, values]) => values.some((value) => !Number.isNaN(value)));
        expect(readBlockBits(sliceBlock(block, from, to))).toEqual(
          readBlockBits({ times: part(block.times), columns: new Map(columns) }),
        );
      },
    ),
  ));

const writes = fc.array(
  fc.tuple(
    fc.integer({ min: -5, max: 60 }),
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(fc.double(), fc.constant(Number.NaN))), {
      maxLength: 3,
    }),
  ),
  { maxLength: 120 },
);

test('builds a block from the last writes in any order', () =>
  fc.assert(
    fc.property(writes, (all) => {
      const model: Model = new Map();
      const builder = new BlockBuilder();
      for (const [time, values] of all) {
        write(model, time, values);
        builder.add(time, values);
        expect(builder.rowCount).toBe(model.size);
      }
      const block = builder.toBlock();
      expectModel(block, model);
      expect(readBlockBits(decodeBlock(encodeBlock(block)))).toEqual(readBlockBits(block));
    }),
  ));

function decodeOrBroken(bytes: Uint8Array): void {
  try {
    decodeBlock(bytes);
    readColumnNames(bytes);
  } catch (error) {
    if (!(error instanceof BrokenBlock)) throw error;
  }
}

test('decodes any bytes or throws BrokenBlock', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      decodeOrBroken(bytes);
      decodeOrBroken(Uint8Array.of(1, ...bytes));
    }),
    { numRuns: 2000 },
  ));

test('decodes a block with changed bytes or throws BrokenBlock', () =>
  fc.assert(
    fc.property(
      createBlockArbitrary(150),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (block, changes) => {
        const bytes = encodeBlock(block);
        for (const [position, byte] of changes) bytes[position % bytes.length] = byte;
        decodeOrBroken(bytes);
      },
    ),
    { numRuns: 1500 },
  ));

test('throws BrokenBlock for a block truncated anywhere', () =>
  fc.assert(
    fc.property(createBlockArbitrary(40), (block) => {
      const bytes = encodeBlock(block);
      for (let length = 0; length < bytes.length; length++)
        expect(() => decodeBlock(bytes.subarray(0, length))).toThrow(BrokenBlock);
      expect(() => decodeBlock(Uint8Array.of(...bytes, 0))).toThrow(BrokenBlock);
    }),
    { numRuns: 40 },
  ));
