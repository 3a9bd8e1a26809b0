import fc from 'fast-check';
import type { Block } from '../block.ts';

const { NaN: missing } = Number;

const finite = fc.double({ noNaN: true });
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([whole, digits]) => whole / 10 ** digits);
const counter = fc.maxSafeInteger();
const special = fc.constantFrom(0, -0, Infinity, -Infinity, 2 ** 64, 2 ** 53, 2 ** 52, -(2 ** 52), 5e-324);

/** Generators for the values of a column, each of one kind or mixed. */
const KINDS = [
  finite,
  decimal,
  counter,
  special,
  fc.integer({ min: -3, max: 3 }),
  fc.constant(12.5),
  fc.oneof(finite, decimal, counter, special),
];

/** Generates columns with `rows` rows, some with gaps at random or in runs. */
function column(rows: number): fc.Arbitrary<Float64Array> {
  const values = fc.oneof(...KINDS.map((kind) => fc.array(kind, { minLength: rows, maxLength: rows })));
  const climbing = fc
    .tuple(fc.nat(1_000_000), fc.array(fc.nat(5_000), { minLength: rows, maxLength: rows }))
    .map(([start, steps]) => {
      let sum = start;
      return steps.map((step) => (sum += step * 8));
    });
  const gaps = fc.oneof(
    fc.constant<(row: number) => boolean>(() => false),
    fc.infiniteStream(fc.boolean()).map((stream) => {
      const drawn = [...stream.take(rows)];
      return (row: number) => drawn[row] ?? false;
    }),
    fc.tuple(fc.nat(rows), fc.nat(rows)).map(
      ([from, length]) =>
        (row: number) =>
          row >= from && row < from + length,
    ),
  );
  return fc
    .tuple(fc.oneof(values, climbing), gaps)
    .map(([numbers, isMissing]) =>
      Float64Array.from(numbers, (value, row) => (isMissing(row) ? missing : value)),
    );
}

const times = (maxRows: number): fc.Arbitrary<Float64Array> =>
  fc.oneof(
    fc
      .tuple(
        fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
        fc.integer({ min: 1, max: 3600 }),
        fc.nat(maxRows),
      )
      .map(([start, period, rows]) => Float64Array.from({ length: rows }, (_, row) => start + row * period)),
    fc
      .uniqueArray(fc.integer({ min: 1_700_000_000, max: 1_700_000_400 }), { maxLength: maxRows })
      .map((seconds) => Float64Array.from(seconds).sort()),
  );

const names = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom('cpu', 'mem', 'port.1.rx', 'port.1.tx', 'port.2.rx'),
    fc.string({ unit: 'binary' }),
  ),
  { maxLength: 6 },
);

/** Generates valid blocks, some of them longer than a chunk. */
export const createBlockArbitrary = (maxRows = 300): fc.Arbitrary<Block> =>
  fc.tuple(times(maxRows), names).chain(([rows, keys]) =>
    fc.tuple(...keys.map(() => column(rows.length))).map((columns) => ({
      times: rows,
      columns: new Map(keys.map((key, index) => [key, columns[index] ?? new Float64Array()])),
    })),
  );

/** Generates overlapping blocks with few times, few names and many gaps. */
export const overlappingBlock: fc.Arbitrary<Block> = fc
  .uniqueArray(fc.nat(12), { maxLength: 9 })
  .chain((seconds) => {
    const values = fc
      .array(fc.option(fc.integer(), { nil: missing }), {
        minLength: seconds.length,
        maxLength: seconds.length,
      })
      .map((numbers) => Float64Array.from(numbers));
    return fc.dictionary(fc.constantFrom('a', 'b'), values).map((columns) => ({
      times: Float64Array.from(seconds).sort(),
      columns: new Map(Object.entries(columns)),
    }));
  });

/** Returns the bits of numbers, so that 0 and -0 differ and NaN equals NaN. */
export const toBits = (numbers: Float64Array): BigUint64Array =>
  new BigUint64Array(Float64Array.from(numbers).buffer);

export const readBlockBits = ({ times, columns }: Block): unknown => ({
  times: toBits(times),
  columns: [...columns].map(([name, values]) => [name, toBits(values)]),
});
