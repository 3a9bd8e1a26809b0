import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CROCKFORD } from '../net/index.ts';
import { checkDeviceEntries, parseDeviceList } from './device-entries.ts';
import { formatLabel, parseLabel } from './device-label.ts';

const SN = 'NLAP6C0000000001';
const CODE = 'K7M2Q9XD4T';
const LINE = { sn: SN, claimCode: CODE, name: 'Lobby' };

const readLines = (text: string) =>
  parseDeviceList(text).entries.map(({ claimCode, name, sn }) => ({ sn, claimCode, name }));

describe('the parser of pasted lines', () => {
  it.each([
    ['commas', `${SN},${CODE},Lobby`],
    ['semicolons', `${SN}; ${CODE} ;Lobby`],
    ['tabs', `${SN}\t${CODE}\tLobby`],
    ['blanks', `  ${SN}  ${CODE} Lobby`],
    ['quotes', `"${SN}","${CODE}","Lobby"`],
    ['a claim code in two groups', `${SN} K7M2Q 9XD4T Lobby`],
    ['a number before it', `1. ${SN} ${CODE} Lobby`],
  ])('finds the cells of a line with %s', (_separator, text) => {
    expect(readLines(text)).toEqual([LINE]);
  });

  it('reads a line without a name, and skips empty lines and headings', () => {
    const text = `Serial number,Claim code,Name\r\n\r\n${SN},${CODE}\r\n,,\r\n`;
    expect(readLines(text)).toEqual([{ ...LINE, name: '' }]);
  });

  it('takes the order of the columns from headings', () => {
    expect(readLines(`Name\tClaim code\tSN\nLobby\t${CODE}\t${SN}`)).toEqual([LINE]);
  });

  it('takes the columns that the user chooses', () => {
    const text = `SN,Claim code,Name,Room\n${SN},${CODE},Lobby,101`;
    const { entries, table } = parseDeviceList(text, { name: 4 });
    expect(table.chosen).toEqual({ sn: 1, claimCode: 2, name: 4 });
    expect(entries).toEqual([{ row: 2, ...LINE, name: '101' }]);
    expect(parseDeviceList(text, { name: 0 }).entries).toEqual([{ row: 2, ...LINE, name: '' }]);
  });

  it('keeps the separator, quotes and line breaks inside a quoted cell', () => {
    expect(readLines(`${SN},${CODE},"a,""b"`)).toEqual([{ ...LINE, name: 'a,"b' }]);
    expect(readLines(`${SN}\t${CODE}\t"two\nlines"`)).toEqual([{ ...LINE, name: 'two lines' }]);
  });

  it.each([
    ['only a serial number', SN, { sn: SN, claimCode: '', name: '' }],
    ['a short serial number', `NLAP6C000000001,${CODE}`, { ...LINE, sn: 'NLAP6C000000001', name: '' }],
    ['a short claim code', `${SN} K7M2 Lobby`, { ...LINE, claimCode: 'K7M2' }],
    ['neither', 'hello', { sn: 'hello', claimCode: '', name: '' }],
  ])('keeps a line with %s as a row to correct', (_what, text, entry) => {
    expect(readLines(text)).toEqual([entry]);
  });

  it('reads all devices of a list in any order of columns, separator and quoting', () => {
    const device = fc.record({
      sn: fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'.split('')), minLength: 16, maxLength: 32 }),
      claimCode: fc.string({ unit: fc.constantFrom(...CROCKFORD.split('')), minLength: 10, maxLength: 10 }),
      name: fc
        .string({ unit: fc.constantFrom(...'Lobby, ;|"1'.split('')), maxLength: 12 })
        .map((text) => text.trim().replaceAll(/ +/g, ' ')),
    });
    const order = fc.shuffledSubarray(['sn', 'claimCode', 'name', 'other'] as const, { minLength: 4 });
    const headings = { sn: 'Serial number', claimCode: 'Claim code', name: 'Name', other: 'Product code' };
    fc.assert(
      fc.property(
        fc.array(device, { minLength: 1, maxLength: 20 }),
        order,
        fc.constantFrom(',', ';', '\t', '|'),
        (devices, columns, separator) => {
          const rows = [headings, ...devices.map((each) => ({ ...each, other: 'AP6C000009' }))];
          const text = rows
            .map((row) => columns.map((key) => `"${row[key].replaceAll('"', '""')}"`).join(separator))
            .join('\r\n');
          expect(readLines(text)).toEqual(devices);
        },
      ),
    );
  });

  it('parses the serial number and the claim code of a label', () => {
    const label = formatLabel({ sn: SN, claimCode: CODE });
    expect(parseLabel(` ${label.toLowerCase()}`)).toEqual({ sn: SN, claimCode: CODE });
    expect(readLines(label)).toEqual([{ ...LINE, name: '' }]);
    for (const other of ['https://example.com', `NL1:${SN}`, `NL2:${SN}:${CODE}`, `NL1:${SN}:${CODE}:x`])
      expect(parseLabel(other)).toBeUndefined();
  });
});

describe('check of device entries', () => {
  it('accepts codes in any spelling, and empty names', () => {
    const entries = [LINE, { sn: 'nlap6c0000000002', claimCode: 'k7m2q-9xd4t', name: '' }];
    expect(checkDeviceEntries(entries)).toEqual([{}, {}]);
  });

  it('reports all invalid fields of all rows', () => {
    expect(checkDeviceEntries([{ sn: 'SHORT', claimCode: 'x', name: 'two\u200bparts' }])).toEqual([
      {
        sn: expect.stringContaining('16'),
        claimCode: expect.stringContaining('10'),
        name: expect.any(String),
      },
    ]);
  });

  it('names the earlier row of a repeated serial number or name', () => {
    const repeated = { ...LINE, sn: SN.toLowerCase(), name: 'LOBBY' };
    expect(checkDeviceEntries([LINE, repeated], [4, 7])).toEqual([
      {},
      { sn: 'The serial number is already in row 4.', name: 'The name is already in row 4.' },
    ]);
  });

  it('names the cause of a number that a spreadsheet program has damaged', () => {
    const entries = [
      { sn: '1.23457E+15', claimCode: '4,82E+09', name: '' },
      { sn: '#####', claimCode: '#REF!', name: '#N/A' },
      { ...LINE, sn: '12345678901234E5', claimCode: '12345678E9', name: '' },
      { ...LINE, name: 'E1 #2' },
    ];
    const [shortened, shown, ...valid] = checkDeviceEntries(entries);
    const cause = expect.stringContaining('shortened');
    expect(shortened).toEqual({ sn: cause, claimCode: cause });
    const formula = expect.stringContaining('formula');
    expect(shown).toEqual({ sn: expect.stringContaining('narrow'), claimCode: formula, name: formula });
    expect(valid).toEqual([{}, {}]);
  });
});
