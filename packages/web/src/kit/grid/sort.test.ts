import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collator, sortRows, formatTextKey } from './sort.ts';
import type { GridColumn } from './types.ts';

interface Row {
  readonly id: number;
  readonly value: string | number | undefined;
}
const column: GridColumn<Row> = { id: 'value', header: 'Value', width: 10, value: ({ value }) => value };
const sorted = (values: readonly Row['value'][], isDescending = false) =>
  sortRows(
    values.map((value, id) => ({ id, value })),
    column,
    isDescending,
  );

describe('the order of rows', () => {
  it('sorts numbers, and numbers in names, by value', () => {
    expect(sorted([10, 9, -1]).map(({ value }) => value)).toEqual([-1, 9, 10]);
    expect(sorted(['AP-10', 'ap-9', 'Änne', 'AP-9']).map(({ value }) => value)).toEqual([
      'Änne',
      'ap-9',
      'AP-9',
      'AP-10',
    ]);
  });

  it('puts rows without a value last and keeps the order of equal rows, in both directions', () => {
    const values = ['b', undefined, 'a', 'B', undefined];
    expect(sorted(values).map(({ id }) => id)).toEqual([2, 0, 3, 1, 4]);
    expect(sorted(values, true).map(({ id }) => id)).toEqual([0, 3, 2, 1, 4]);
  });

  it('is the same by sort keys as by the collator', () => {
    const characters = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('aAbz019 -._:'), '00', '12'), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 }),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [one, other] = [formatTextKey(a) ?? '', formatTextKey(b) ?? ''];
        expect(Math.sign(one < other ? -1 : Number(one > other)), `${a} | ${b}`).toBe(
          Math.sign(collator.compare(a, b)),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('needs the collator for texts without a sort key', () => {
    expect(formatTextKey('Zażółć')).toBeUndefined();
    expect(formatTextKey('1'.repeat(300))).toBeUndefined();
  });
});
