/** Runs in the sandbox: reads serial numbers and claim codes of one sheet. */
import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { answerOrder } from '../../platform/sandbox/answer-order.ts';
import { fitsBudget } from './archive-budget.ts';
import type { SheetOrder, SheetResult, SheetRow } from './read-sheet.ts';

const HEADER = /serial|^sn$|claim/i;
/** Five hundred rows need far less; a parser works for seconds on more. */
const MOST_UNPACKED = 16 * 1024 * 1024;
/** Blank rows between the others included. */
const MOST_SHEET_ROWS = 10_000;
/** Longer than any serial number or claim code: what is longer is wrong, and shown only in part. */
const MOST_TEXT = 64;
const ZIP = 0x50;

async function parse({ bytes, maxRows }: SheetOrder): Promise<SheetResult> {
  const file = Buffer.from(bytes);
  if (file[0] === ZIP && !(await fitsBudget(file, MOST_UNPACKED)))
    throw new Error('The file unpacks to too much.');
  const book = read(bytes, { dense: true, cellFormula: false, cellHTML: false, sheetRows: MOST_SHEET_ROWS });
  const [first] = book.SheetNames;
  const sheet = first === undefined ? undefined : book.Sheets[first];
  if (!sheet) return { error: 'The file has no sheet.' };
  const rows = rowsOf(sheet);
  if (rows.length <= maxRows && sheet['!fullref'] !== undefined)
    return { error: `The sheet is too long. Remove what is below row ${MOST_SHEET_ROWS}, and empty rows.` };
  // One row more than the maximum, so that a row too many is seen.
  return { rows: rows.slice(0, maxRows + 1) };
}

function rowsOf(sheet: WorkSheet): SheetRow[] {
  const cells: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  const numbered = Array.from(cells, (row, index) => ({
    row: index + 1,
    sn: row?.[0]?.v,
    claimCode: row?.[1]?.v,
  })).filter(({ sn, claimCode }) => text(sn) !== '' || text(claimCode) !== '');
  const body = HEADER.test(text(numbered[0]?.sn)) ? numbered.slice(1) : numbered;
  return body.map(({ row, sn, claimCode }) => ({
    row,
    sn: text(sn),
    claimCode: text(claimCode),
    numeric: typeof sn === 'number' || typeof claimCode === 'number',
  }));
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, MOST_TEXT)
    : '';
}

answerOrder(parse);
