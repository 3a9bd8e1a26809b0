/** Runs in the sandbox: reads the cells of a sheet, or the lines of a text file. */
import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { answerOrder } from '../../platform/sandbox/answer-order.ts';
import { isWithinBudget } from './archive-budget.ts';
import type { SheetContent, SheetRequest, SheetRow } from './read-sheet.ts';

/** Far above the size of 500 rows; larger files keep a parser busy for seconds. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
/** Maximum number of rows, including blank ones. */
const MAX_SHEET_ROWS = 10_000;
/**
 * Maximum length of a text, above that of any serial number, claim code or name. Longer texts are invalid and
 * shown truncated.
 */
const MAX_TEXT_LENGTH = 64;
const MAX_LINE_LENGTH = 400;
const MAX_COLUMNS = 8;
/** Number of rows above the maximum: a heading row, and one row by which the caller detects too many rows. */
const FURTHER_ROWS = 2;
const ZIP = 0x50;

async function parse({ bytes, format, maxRows }: SheetRequest): Promise<SheetContent> {
  const file = Buffer.from(bytes);
  if (format === 'csv') return { lines: readLines(decodeText(file)).slice(0, maxRows + FURTHER_ROWS) };
  if (file[0] === ZIP && !(await isWithinBudget(file, MAX_UNPACKED_BYTES)))
    throw new Error('The unpacked file is too large.');
  const book = read(bytes, { dense: true, cellFormula: false, cellHTML: false, sheetRows: MAX_SHEET_ROWS });
  const [first] = book.SheetNames;
  const sheet = first === undefined ? undefined : book.Sheets[first];
  if (!sheet) return { error: 'The file has no sheet. Choose a file with one.' };
  const rows = readRows(sheet);
  if (rows.length <= maxRows && sheet['!fullref'] !== undefined)
    return { error: `The sheet is too long. Remove empty rows and all rows below row ${MAX_SHEET_ROWS}.` };
  return { rows: rows.slice(0, maxRows + FURTHER_ROWS) };
}

/**
 * Decodes text in the encodings of spreadsheet programs: UTF-8, UTF-16LE with a byte order mark, or Windows-1252.
 */
function decodeText(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

const readLines = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ row: index + 1, text: line.slice(0, MAX_LINE_LENGTH) }))
    .filter((line) => line.text.trim() !== '');

function readRows(sheet: WorkSheet): SheetRow[] {
  const cells: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  return Array.from(cells, (row, index) => {
    const values = Array.from(row?.slice(0, MAX_COLUMNS) ?? [], (cell) => cell?.v);
    const numbers = values.flatMap((value, column) => (typeof value === 'number' ? [column] : []));
    return { row: index + 1, cells: values.map(formatCellText), numbers };
  }).filter((row) => row.cells.some((text) => text !== ''));
}

function formatCellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().slice(0, MAX_TEXT_LENGTH)
    : '';
}

answerOrder(parse);
