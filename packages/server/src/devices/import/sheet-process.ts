/** Runs in the sandbox: reads serial numbers and claim codes of one sheet. */
import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { answerOrder } from '../../platform/sandbox/answer-order.ts';
import { isWithinBudget } from './archive-budget.ts';
import type { SheetRequest, SheetResult, SheetRow } from './read-sheet.ts';

const HEADER = /serial|^sn$|claim/i;
/** Five hundred rows need much less; larger files keep a parser busy for seconds. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
/** Includes blank rows. */
const MAX_SHEET_ROWS = 10_000;
/** Longer than any serial number or claim code; longer texts are invalid and shown truncated. */
const MAX_TEXT_LENGTH = 64;
const ZIP = 0x50;

async function parse({ bytes, maxRows }: SheetRequest): Promise<SheetResult> {
  const file = Buffer.from(bytes);
  if (file[0] === ZIP && !(await isWithinBudget(file, MAX_UNPACKED_BYTES)))
    throw new Error('The unpacked file is too large.');
  const book = read(bytes, { dense: true, cellFormula: false, cellHTML: false, sheetRows: MAX_SHEET_ROWS });
  const [first] = book.SheetNames;
  const sheet = first === undefined ? undefined : book.Sheets[first];
  if (!sheet) return { error: 'The file has no sheet. Choose a file with one.' };
  const rows = readRows(sheet);
  if (rows.length <= maxRows && sheet['!fullref'] !== undefined)
    return { error: `The sheet is too long. Remove empty rows and all rows below row ${MAX_SHEET_ROWS}.` };
  // One row above the maximum, so that the caller detects the excess.
  return { rows: rows.slice(0, maxRows + 1) };
}

function readRows(sheet: WorkSheet): SheetRow[] {
  const cells: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  const numbered = Array.from(cells, (row, index) => ({
    row: index + 1,
    sn: row?.[0]?.v,
    claimCode: row?.[1]?.v,
  })).filter(({ sn, claimCode }) => cellText(sn) !== '' || cellText(claimCode) !== '');
  const body = HEADER.test(cellText(numbered[0]?.sn)) ? numbered.slice(1) : numbered;
  return body.map(({ row, sn, claimCode }) => ({
    row,
    sn: cellText(sn),
    claimCode: cellText(claimCode),
    numeric: typeof sn === 'number' || typeof claimCode === 'number',
  }));
}

function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, MAX_TEXT_LENGTH)
    : '';
}

answerOrder(parse);
