import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsvRow } from '../../kit/index.ts';
import { parseDelimited } from './delimited.ts';
import pythonCases from './testing/python-csv.json' with { type: 'json' };

const cell = fc.string({ unit: fc.constantFrom(...'",;\t|\n\r ab7ü='.split('')), maxLength: 8 });
const records = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));

describe('the reader of delimited text', () => {
  it('returns the records of another reader for the texts of its writer', () => {
    for (const { records: expected, separator, text } of pythonCases) {
      // The other reader returns no cell for an empty line.
      const dropEmpty = (each: readonly string[]) => (each.join('') === '' ? [] : each);
      expect(parseDelimited(text, separator).map(dropEmpty), text).toEqual(expected.map(dropEmpty));
    }
  });

  it('returns the records that a writer quotes, with any separator and line end', () => {
    fc.assert(
      fc.property(
        records,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.infiniteStream(fc.boolean()),
        (rows, separator, lineEnd, choices) => {
          const write = (text: string): string => {
            const isQuoted = /[",;\t|\n\r]|^ /.test(text) || choices.next().value === true;
            return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
          };
          const text = rows.map((row) => row.map(write).join(separator)).join(lineEnd);
          // A last record with one empty cell has no text of its own.
          fc.pre(text === '' || !/[\r\n]$/.test(text));
          expect(parseDelimited(text, separator)).toEqual(rows);
        },
      ),
    );
  });

  it('returns the records of the product’s own exports', () => {
    const rows = [
      ['Lobby, left', 'The "Bar"', 'two\nlines'],
      ['', ' x', '7'],
    ];
    expect(parseDelimited(rows.map(formatCsvRow).join(''), ',')).toEqual(rows);
  });

  it('returns a record for every line of a text with unclosed quotes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'a, '.split('')), maxLength: 5 }), { minLength: 1 }),
        (lines) => {
          const text = lines.map((line) => `"x${line}`).join('\n');
          expect(parseDelimited(text, ',')).toHaveLength(lines.length);
        },
      ),
    );
  });

  it.each([
    ['"Bar" left,1', [['"Bar" left', '1']]],
    ['19" rack,1', [['19" rack', '1']]],
    [' "a,b" , c', [['a,b', ' c']]],
    ['a,', [['a', '']]],
    ['', [['']]],
    ['a\n\nb\n', [['a'], [''], ['b']]],
  ])('reads %j as %j', (text, expected) => expect(parseDelimited(text, ',')).toEqual(expected));

  it('takes time in proportion to the text, also when quotes are not closed', () => {
    const count = 200_000;
    for (const line of ['"a,', '""a,', '"""a,', '"'])
      expect(parseDelimited(line.repeat(count), ',').length).toBeGreaterThan(0);
  });
});
