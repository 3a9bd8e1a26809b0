const LOBBY = '2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby';
const BAR = '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar';
const FIRST = '2 | NLAP6C0000000001 | K7M2Q9XD4T | ';
const SECOND = '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | ';

const NO_SERIAL_NUMBER =
  'No row has a serial number (16 to 32 letters or digits). Choose a list with serial numbers and claim codes.';
const EMPTY = 'The file is empty. Choose another file.';
const ERROR = 'This is the error of a formula. Correct the formula, or enter the value.';
const SHORTENED =
  'A spreadsheet program has shortened this number. Format the column as text and enter the value again.';
const SAVE_AS = 'Open it in a spreadsheet program, save it as .xlsx and choose that file.';
const EXPORT = 'Export the list as .xlsx, .ods or .csv and choose that file.';
const NO_CLAIM_CODE = 'The claim code on the label has 10 letters and digits.';
const NO_SN = 'The serial number has 16 to 32 letters or digits.';

/** Rows of each file of the folder `samples`, or the sentence for the whole file. */
export const TEXT_SAMPLES: Readonly<Record<string, string | readonly string[]>> = {
  'article-code-only.csv': [`2 | ! claimCode: ${NO_CLAIM_CODE}`],
  'article-code.csv': [
    '2 | NLAP6C0000000001 | K7M2Q9XD4T | Room 9',
    '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | Room 10',
  ],
  'blank-lines.csv': EMPTY,
  'blanks-counter.txt': ['1 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  'blanks-with-title.txt': ['3 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  'blanks.txt': [
    '1 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby, left',
    '2 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar',
    '3 | NLAP6C0000000003 | P5X0G7RYKC | ',
  ],
  'claim-without-heading.csv': [FIRST, SECOND],
  'clients.csv': NO_SERIAL_NUMBER,
  'comma.csv': [LOBBY, BAR],
  'country-code.csv': [FIRST],
  'dos-end-mark.csv': [FIRST, SECOND],
  'drawing.svg': `The file is a picture. ${EXPORT}`,
  'empty.csv': EMPTY,
  'erp-list.csv': [
    '6 | NLAP6C0000000001 | K7M2Q9XD4T | ',
    '7 | NLAP6C0000000002 | 3FQ8ZT2WNB | ',
    '9 | NLAP6C0000000003 | P5X0G7RYKC | ',
  ],
  'fixed-width.txt': [LOBBY, BAR],
  'foreign-headings.csv': [FIRST, SECOND],
  'formula-errors.csv': [`2 | ! name: ${ERROR}`, `3 | ! sn: ${ERROR}`, `4 | ! claimCode: ${ERROR}`],
  'full-width.csv': [FIRST],
  'group-rows.csv': ['3 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby', '5 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar'],
  'grouped-line.txt': ['1 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  'groups.csv': [LOBBY, BAR, '4 | NLAP6C0000000003 | P5X0G7RYKC | Hall'],
  'heading-line-breaks.csv': [LOBBY, BAR],
  'invisible-signs.csv': ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby left'],
  'json-records.csv': NO_SERIAL_NUMBER,
  'labels.txt': ['1 | NLAP6C0000000001 | K7M2Q9XD4T | ', '2 | NLAP6C0000000002 | 3FQ8ZT2WNB | '],
  'letter.rtf': `The file is a text document. ${EXPORT}`,
  'long-cells.csv': [
    '2 | ! name: Enter at most 32 characters.',
    `3 | ! sn: ${NO_SN}`,
    `4 | ! claimCode: ${NO_CLAIM_CODE}`,
  ],
  'markdown-table.txt': [
    '3 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby',
    '4 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar',
  ],
  'mixed-separators.txt': [
    '1 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby',
    '2 | NLAP6C0000000002 | 3FQ8ZT2WNB | ',
  ],
  'name-with-comma-first.csv': ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby, left', BAR],
  'no-headings-counter.csv': ['1 | NLAP6C0000000001 | K7M2Q9XD4T | ', '2 | NLAP6C0000000002 | 3FQ8ZT2WNB | '],
  'no-headings-other-order.csv': [
    '1 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby',
    '2 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar',
  ],
  'no-headings.csv': ['1 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby', '2 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar'],
  'no-last-line-end.csv': [FIRST, '4 | NLAP6C0000000002 | 3FQ8ZT2WNB | '],
  'old-mac-line-ends.csv': [FIRST, SECOND],
  'order-number.csv': [FIRST, SECOND],
  'packing-list.csv': [FIRST, SECOND],
  'phone-column.csv': [`2 | ! claimCode: ${NO_CLAIM_CODE}`],
  'pipe.txt': [LOBBY, BAR],
  'quoted-all.csv': [LOBBY],
  'quoted-line-break.csv': [LOBBY, '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | Bar left'],
  'quoted-names.csv': [
    '2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby, left',
    '3 | NLAP6C0000000002 | 3FQ8ZT2WNB | The "Bar"',
    '4 | NLAP6C0000000003 | P5X0G7RYKC | 19" rack',
  ],
  'repeated-names.csv': [
    LOBBY,
    '3 | ! name: The name is already in row 2.',
    '4 | ! sn: The serial number is already in row 2.',
  ],
  'semicolon.csv': [LOBBY, BAR],
  'sep-line-unusual.csv': ['2 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby, left; right'],
  'sep-line.csv': [LOBBY],
  'serial-no-as-counter.csv': [LOBBY, BAR],
  'short-serial.csv': [`2 | ! sn: ${NO_SN}`, SECOND],
  'shortened.csv': [
    `2 | ! sn: ${SHORTENED}`,
    `3 | ! sn: ${SHORTENED}`,
    '4 | ! sn: The column was too narrow for this number. Widen it and export the list again.',
  ],
  'single-file-web-page.xls': `The file contains a web page, but no workbook. ${SAVE_AS}`,
  'tab.txt': [LOBBY, BAR],
  'text-formulas.csv': ['2 | 0012345678901234 | K7M2Q9XD4T | Lobby', BAR],
  'title-like-headings.csv': ['3 | NLAP6C0000000001 | K7M2Q9XD4T | '],
  'title-rows-twenty.csv': ['21 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  'title-rows.csv': ['5 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  'title-without-headings.csv': [LOBBY],
  'two-row-headings.csv': ['3 | NLAP6C0000000001 | K7M2Q9XD4T | Lobby'],
  'two-serial-columns.csv': [LOBBY],
  'unclosed-quote.csv': ['2 | NLAP6C0000000001 | K7M2Q9XD4T | "Lobby', BAR],
  'web-page.xls': `The file contains a web page, but no workbook. ${SAVE_AS}`,
  'wide.csv': [LOBBY],
  'xml-spreadsheet.xls': `The file contains XML, but no workbook. ${SAVE_AS}`,
};
