import { utils, write } from '@e965/xlsx';
import { createArchive, declarePassword, hideRow } from './archives.ts';
import { buildOds, odsDate, odsError, odsNumber, odsText } from './build-ods.ts';
import { buildXlsx, type Cell, type SheetParts } from './build-xlsx.ts';

const HEADINGS = ['Serial number', 'Claim code', 'Name'];
const [A, B, C] = ['NLAP6C0000000001', 'NLAP6C0000000002', 'NLAP6C0000000003'] as const;
const [CODE_A, CODE_B, CODE_C] = ['K7M2Q9XD4T', '3FQ8ZT2WNB', 'P5X0G7RYKC'] as const;
const LOBBY = [A, CODE_A, 'Lobby'];
const BAR = [B, CODE_B, 'Bar'];
const READY = ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby', '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar'];

/** Returns the text of a list with a letter outside ASCII. */
const text = `Serial number;Claim code;Name\r\n${A};${CODE_A};Büro\r\n`;
const BUREAU = ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Büro'];
const toBigEndian = (content: string): Buffer => Buffer.from(content, 'utf16le').swap16();

/** Returns a sheet with headings and rows. */
const list = (rows: readonly (readonly Cell[])[], parts: Partial<SheetParts> = {}): SheetParts => ({
  rows: [HEADINGS, ...rows],
  ...parts,
});
const named = (...names: Cell[]): SheetParts =>
  list(
    names.map((name, index) => [
      `NLAP6C000000000${index + 1}`,
      [CODE_A, CODE_B, CODE_C][index] ?? CODE_A,
      name,
    ]),
  );
const lineOf = (index: number, name: string): string =>
  `${index + 1} | NLAP6C000000000${index} | ${[CODE_A, CODE_B, CODE_C][index - 1]} | ${name}`;

const RETYPE = 'Format the column as text and enter the value again.';
const ERROR = 'This is the error of a formula. Correct the formula, or enter the value.';
const INEXACT = `This number has 16 digits or more, of which spreadsheet programs keep 15. ${RETYPE}`;
const SHORTENED = `A spreadsheet program has shortened this number. ${RETYPE}`;
const NO_RESULT = 'The file has no result of this formula. Enter the value in place of the formula.';
const SYSTEM_DATE = `This date is shown differently on other computers. ${RETYPE}`;
const ZEROS = `This cell is a number, and a number keeps no zeros at its beginning. ${RETYPE}`;
const PROTECTED = 'The workbook is protected with a password. Remove the password and choose the file again.';
const NONE_VISIBLE =
  'No visible sheet has a serial number (16 to 32 letters or digits). Choose a list with serial numbers and claim codes.';
const EXPORT = 'Export the list as .xlsx, .ods or .csv and choose that file.';
const ARCHIVE = 'The file is an archive. Unpack it and choose the list in it.';
const mergedWith = (place: string): string =>
  `The cell is merged with ${place}, whose value is not its own. Split the cells.`;

/** Returns a workbook by the writer of the parser, in a format of which no other writer is at hand. */
function writeBook(
  bookType: 'biff8' | 'biff5' | 'xlsb' | 'xlsm',
  parts: { hiddenRow?: number } = {},
): Buffer {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([HEADINGS, LOBBY, BAR]);
  if (parts.hiddenRow !== undefined) {
    sheet['!rows'] = [];
    sheet['!rows'][parts.hiddenRow - 1] = { hidden: true };
  }
  utils.book_append_sheet(book, sheet, 'Devices');
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

/** A file that is made by a program, and its rows or the sentence for the whole file. */
export type Sample = readonly [title: string, bytes: Buffer, expected: string | readonly string[]];

const ENCODINGS: readonly Sample[] = [
  ['UTF-8', Buffer.from(text), BUREAU],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), BUREAU],
  ['UTF-16 LE with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), BUREAU],
  ['UTF-16 BE with a byte order mark', toBigEndian(`\uFEFF${text}`), BUREAU],
  ['UTF-16 LE without a byte order mark', Buffer.from(text, 'utf16le'), BUREAU],
  ['UTF-16 BE without a byte order mark', toBigEndian(text), BUREAU],
  ['Windows-1252', Buffer.from(text, 'latin1'), BUREAU],
  ['a byte order mark before a separator line', Buffer.from(`\uFEFFsep=;\r\n${text}`, 'utf16le'), BUREAU],
];

const SHEETS: readonly Sample[] = [
  ['one sheet of Excel', buildXlsx([list([LOBBY, BAR])]), READY],
  ['texts in the cells', buildXlsx([list([LOBBY, BAR])], 'inline'), READY],
  ['elements with a prefix', buildXlsx([list([LOBBY, BAR])], 'prefixed'), READY],
  [
    'a cover before the list',
    buildXlsx([
      { name: 'Read me', rows: [['Instructions'], ['Fill in the second sheet']] },
      list([LOBBY, BAR]),
    ]),
    READY,
  ],
  [
    'a hidden sheet before the list',
    buildXlsx([{ ...list([[C, CODE_C, 'Old']]), name: 'Old', state: 'hidden' }, list([LOBBY, BAR])]),
    READY,
  ],
  [
    'a very hidden sheet only',
    buildXlsx([
      { name: 'Cover', rows: [['Nothing']] },
      { ...list([LOBBY]), name: 'x', state: 'veryHidden' },
    ]),
    NONE_VISIBLE,
  ],
  [
    'a sheet with serial numbers only before the list',
    buildXlsx([{ name: 'Stock', rows: [['Serial number'], [C], [B], [A]] }, list([LOBBY, BAR])]),
    READY,
  ],
  [
    'a title above the headings',
    buildXlsx([{ rows: [['Delivery of 28 November'], [], HEADINGS, LOBBY], merges: ['A1:C1'] }]),
    ['4 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  ],
  [
    'an export of Numbers with its summary',
    buildXlsx([
      {
        name: 'Export Summary',
        rows: [
          ['This document was exported from Numbers. Each table was converted to an Excel worksheet.'],
          ['Numbers Sheet Name', 'Numbers Table Name', 'Excel Worksheet Name'],
          ['Sheet 1', 'Serial numbers and claim codes', 'Sheet 1 - Serial numbers'],
        ],
      },
      {
        name: 'Sheet 1 - Serial numbers',
        rows: [['Serial numbers and claim codes'], ['Serial', 'Code', 'Name'], LOBBY, BAR],
        merges: ['A1:C1'],
      },
    ]),
    ['3 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby', '4 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar'],
  ],
  [
    'lines of a text file in one column',
    buildXlsx([{ rows: [['Serial number;Name;Claim code'], [`${A};Lobby, left;${CODE_A}`]] }]),
    ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby, left'],
  ],
  ['a macro workbook', writeBook('xlsm'), READY],
  ['a binary workbook', writeBook('xlsb'), READY],
  ['a workbook of Excel 97', writeBook('biff8'), READY],
  ['a workbook of Excel 95', writeBook('biff5'), READY],
];

const VALUES: readonly Sample[] = [
  [
    'a date with a format of its own',
    buildXlsx([named({ value: 46_054, format: 'd-mmm' })]),
    [lineOf(1, '1-Feb')],
  ],
  ['an ISO date', buildXlsx([named({ value: 46_054, format: 'yyyy-mm-dd' })]), [lineOf(1, '2026-02-01')]],
  [
    'a date of the calendar from 1904',
    buildXlsx([named({ value: 44_592, format: 'yyyy-mm-dd' })], 'excel', true),
    [lineOf(1, '2026-02-01')],
  ],
  [
    'a date in the format of the computer',
    buildXlsx([named({ value: 46_054, format: 14 }, { value: 46_054, format: '[$-F800]dddd' })]),
    [`2 | ! name: ${SYSTEM_DATE}`, `3 | ! name: ${SYSTEM_DATE}`],
  ],
  [
    'numbers with and without a format',
    buildXlsx([named({ value: 7, format: '000' }, { value: 101 }, { value: 5, format: '"AP "00' })]),
    [lineOf(1, '007'), lineOf(2, '101'), lineOf(3, 'AP 05')],
  ],
  [
    'a truth value, a percentage and a price',
    buildXlsx([named({ value: true }, { value: 0.25, format: 9 }, { value: 1234.5, format: '#,##0.00' })]),
    [lineOf(1, 'TRUE'), lineOf(2, '25%'), lineOf(3, '1,234.50')],
  ],
  ['a value that its format hides', buildXlsx([named({ value: 7, format: ';;;' })]), [lineOf(1, '')]],
  [
    'a claim code of ten digits',
    buildXlsx([list([[A, { value: 4_820_193_756 }, 'Lobby']])]),
    ['2 | NLAP6C0000000001 | 4820193756 | Lobby'],
  ],
  [
    'a claim code that has lost its first zero',
    buildXlsx([list([[A, { value: 480_193_756 }, 'Lobby']])]),
    [`2 | ! claimCode: ${ZEROS}`],
  ],
  [
    'a claim code with its zeros by its format',
    buildXlsx([list([[A, { value: 480_193_756, format: '0000000000' }, 'Lobby']])]),
    ['2 | NLAP6C0000000001 | 0480193756 | Lobby'],
  ],
  [
    'a serial number with its zeros by its format',
    buildXlsx([list([[{ value: 12_345_678_901_234, format: '0000000000000000' }, CODE_A, 'Lobby']])]),
    ['2 | 0012345678901234 | K7M2Q9XD4T | Lobby'],
  ],
  [
    'serial numbers of 16 digits as numbers',
    buildXlsx([
      list([
        [{ value: 1_234_567_890_123_456, format: '0' }, CODE_A],
        [{ value: 1_234_567_890_123_456 }, CODE_B],
        [{ value: 1.2345678901234e18, format: '0.00E+00' }, CODE_C],
      ]),
    ]),
    [`2 | ! sn: ${INEXACT}`, `3 | ! sn: ${SHORTENED}`, `4 | ! sn: ${SHORTENED}`],
  ],
  [
    'a negative date, which has no text',
    buildXlsx([named({ value: -1, format: 'd-mmm' })]),
    ['2 | ! name: The column was too narrow for this number. Widen it and export the list again.'],
  ],
  [
    'errors of formulas',
    buildXlsx([named({ error: '#N/A', formula: 'VLOOKUP(A2,Z:Z,1,0)' }, { error: '#SPILL!' })]),
    [`2 | ! name: ${ERROR}`, `3 | ! name: ${ERROR}`],
  ],
  [
    'results of formulas',
    buildXlsx([
      named({ value: 'Lobby', formula: '"Lob"&"by"' }, { value: 12, formula: '6+6' }, { formula: 'A2' }),
    ]),
    [lineOf(1, 'Lobby'), lineOf(2, '12'), `4 | ! name: ${NO_RESULT}`],
  ],
  [
    'merged names',
    buildXlsx([list([LOBBY, [B, CODE_B], [C, CODE_C, 'Hall']], { merges: ['C2:C3'] })]),
    [READY[0] ?? '', `3 | ! name: ${mergedWith('C2')}`, '4 | NLAP6C0000000003 | P5X0G7RYKC | Hall'],
  ],
  [
    'a serial number that is merged with its claim code',
    buildXlsx([list([[A, 'x', 'Lobby'], BAR], { merges: ['A2:B2'] })]),
    [`2 | ! claimCode: ${mergedWith('A2')}`, READY[1] ?? ''],
  ],
];

const HIDDEN: readonly Sample[] = [
  [
    'a hidden row',
    buildXlsx([list([LOBBY, [C, CODE_C, 'Old'], BAR], { hiddenRows: [3] })]),
    [READY[0] ?? '', '4 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar', 'hidden: 1'],
  ],
  ['hidden rows only', buildXlsx([list([LOBBY, BAR], { hiddenRows: [2, 3] })]), ['hidden: 2']],
  [
    'a hidden column with other names',
    buildXlsx([
      {
        rows: [
          ['SN', 'Claim code', 'Device name', 'Name'],
          [A, CODE_A, 'Old', 'Lobby'],
        ],
        hiddenColumns: [3],
      },
    ]),
    ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  ],
  ['a hidden row of a binary workbook', writeBook('xlsb', { hiddenRow: 3 }), [READY[0] ?? '', 'hidden: 1']],
  ['a hidden row of Excel 97', hideRow(writeBook('biff8'), 3), [READY[0] ?? '', 'hidden: 1']],
];

const cells = (row: readonly string[]): readonly string[] => row.map((cell) => odsText(cell));
const ODS: readonly Sample[] = [
  [
    'LibreOffice with numbers, dates and errors as they are shown',
    buildOds([
      {
        name: 'Devices',
        rows: [
          { cells: cells(HEADINGS) },
          { cells: [odsText(A), odsNumber(4_820_193_756, '4820193756'), odsNumber(7, '007')] },
          { cells: [odsText(B), odsText(CODE_B), odsDate('2026-02-01', '01.02.26')] },
          { cells: [odsText(C), odsText(CODE_C), odsError('Err:502')] },
        ],
      },
    ]),
    [
      '2 | NLAP6C0000000001 | 4820193756 | 007',
      '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | 01.02.26',
      `4 | ! name: ${ERROR}`,
    ],
  ],
  [
    'LibreOffice with a hidden sheet, hidden and filtered rows',
    buildOds([
      { name: 'Old', isHidden: true, rows: [{ cells: cells(HEADINGS) }, { cells: cells([C, CODE_C, 'x']) }] },
      {
        name: 'Devices',
        rows: [
          { cells: cells(HEADINGS) },
          { cells: cells(LOBBY) },
          { cells: cells([C, CODE_C, 'Old']), attributes: ' table:visibility="filter"' },
          { cells: [], attributes: ' table:visibility="collapse" table:number-rows-repeated="2"' },
          { cells: cells(BAR) },
        ],
      },
    ]),
    [READY[0] ?? '', '6 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar', 'hidden: 1'],
  ],
  [
    'LibreOffice with merged names',
    buildOds([
      {
        name: 'Devices',
        rows: [
          { cells: cells(HEADINGS) },
          { cells: [odsText(A), odsText(CODE_A), odsText('Lobby', ' table:number-rows-spanned="2"')] },
          { cells: [odsText(B), odsText(CODE_B), '<table:covered-table-cell/>'] },
        ],
      },
    ]),
    [READY[0] ?? '', `3 | ! name: ${mergedWith('C2')}`],
  ],
];

const WRONG_KINDS: readonly Sample[] = [
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), `The file is a PDF. ${EXPORT}`],
  ...[
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
    ['HEIC', [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63]],
  ].map(([kind, bytes]): Sample => [
    `a picture in ${String(kind)}`,
    Buffer.from(bytes as number[]),
    `The file is a picture. ${EXPORT}`,
  ]),
  ['a zip archive with a list', createArchive({ 'devices.csv': text }), ARCHIVE],
  ['an archive of gzip', Buffer.from([0x1f, 0x8b, 8, 0]), ARCHIVE],
  [
    'a document of Numbers',
    createArchive({ 'Index/Document.iwa': 'x', 'Index/Tables/DataList.iwa': 'x', 'preview.jpg': 'x' }),
    `The file is a document of Numbers, Pages or Keynote. ${EXPORT}`,
  ],
  [
    'a text document',
    createArchive({ '[Content_Types].xml': 'x', 'docProps/app.xml': 'x' }),
    `The file is a document, but no workbook. ${EXPORT}`,
  ],
  [
    'an old text document',
    createArchive({ Contents: 'x'.repeat(5_000) }, 'cfb'),
    `The file is a document, but no workbook. ${EXPORT}`,
  ],
  [
    'a workbook with a password',
    createArchive(
      { EncryptionInfo: '\u0004\0\u0004\0@\0\0\0<encryption/>', EncryptedPackage: 'x'.repeat(5_000) },
      'cfb',
    ),
    PROTECTED,
  ],
  ['a workbook of Excel 97 with a password', declarePassword(writeBook('biff8')), PROTECTED],
  [
    'LibreOffice with a password',
    buildOds([{ name: 'Devices', rows: [{ cells: cells(LOBBY) }] }], '<manifest:encryption-data/>'),
    PROTECTED,
  ],
  ['an empty workbook', buildXlsx([{ rows: [] }]), NONE_VISIBLE],
  [
    'a workbook without serial numbers',
    buildXlsx([
      {
        rows: [
          ['Name', 'Price'],
          ['Cable', { value: 3 }],
        ],
      },
    ]),
    NONE_VISIBLE,
  ],
  [
    'a program',
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0]),
    'The file must be .xlsx, .xls, .ods or .csv. Choose another file.',
  ],
];

/** Files that are made by a program, because they are no text in UTF-8. */
export const MADE_SAMPLES: readonly Sample[] = [
  ...ENCODINGS,
  ...SHEETS,
  ...VALUES,
  ...HIDDEN,
  ...ODS,
  ...WRONG_KINDS,
];
