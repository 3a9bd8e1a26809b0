import { describe, expect, it } from 'vitest';
import { checkDeviceEntries, parseDeviceLines } from './device-entries.ts';
import { formatLabel, parseLabel } from './device-label.ts';

const SN = 'NLAP6C0000000001';
const CODE = 'K7M2Q9XD4T';
const LINE = { sn: SN, claimCode: CODE, name: 'Lobby' };

describe('the parser of pasted lines', () => {
  it.each([
    ['commas', `${SN},${CODE},Lobby`],
    ['semicolons', `${SN}; ${CODE} ;Lobby`],
    ['tabs', `${SN}\t${CODE}\tLobby`],
    ['blanks', `  ${SN}  ${CODE} Lobby`],
    ['quotes', `"${SN}","${CODE}","Lobby"`],
    ['a claim code in two groups', `${SN} K7M2Q 9XD4T Lobby`],
  ])('finds the cells of a line with %s', (_separator, text) => {
    const [entry] = parseDeviceLines(text);
    expect({ ...entry, claimCode: entry?.claimCode.replaceAll(/\s/g, '') }).toEqual(LINE);
  });

  it('reads a line without a name, and skips empty lines and headings', () => {
    const text = `Serial number,Claim code,Name\r\n\r\n${SN},${CODE}\r\n,,\r\n`;
    expect(parseDeviceLines(text)).toEqual([{ ...LINE, name: '' }]);
  });

  it('takes the order of the columns from headings', () => {
    expect(parseDeviceLines(`Name\tClaim code\tSN\nLobby\t${CODE}\t${SN}`)).toEqual([LINE]);
  });

  it('keeps the separator and quotes inside a quoted cell', () => {
    expect(parseDeviceLines(`${SN},${CODE},"a,""b"`)).toEqual([{ ...LINE, name: 'a,"b' }]);
  });

  it('keeps an incomplete line as a row to correct', () => {
    expect(parseDeviceLines(SN)).toEqual([{ sn: SN, claimCode: '', name: '' }]);
  });

  it('parses the serial number and the claim code of a label', () => {
    const label = formatLabel({ sn: SN, claimCode: CODE });
    expect(parseLabel(` ${label.toLowerCase()}`)).toEqual({ sn: SN, claimCode: CODE });
    expect(parseDeviceLines(label)).toEqual([{ ...LINE, name: '' }]);
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
});
