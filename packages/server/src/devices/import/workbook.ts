import { type CellObject, type ParsingOptions, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import {
  describeDamage,
  type ListRow,
  MAX_COLUMNS,
  MAX_ROWS,
  readTextRows,
  RETYPE,
  toCell,
} from '@northlight/contract/device-lists';
import { PROTECTED, WRONG_DOCUMENT } from './archive.ts';
import { findOdsHidden, type HiddenParts } from './ods-hidden.ts';
import type { SheetRows } from './read-list-file.ts';

/** From this number on, spreadsheet programs replace digits by zeros. */
const FIRST_INEXACT = 1e15;

const INEXACT = `This number has 16 digits or more, of which spreadsheet programs keep 15. ${RETYPE}`;
const ERROR = 'This is the error of a formula. Correct the formula, or enter the value.';
const NO_RESULT = 'The file has no result of this formula. Enter the value in place of the formula.';
const SYSTEM_DATE = `This date is shown differently on other computers. ${RETYPE}`;
const UNKNOWN_FORMAT = `The format of this cell is unknown. ${RETYPE}`;
/** Matches formats of dates that follow the settings of the computer. */
const SYSTEM_FORMAT = /^m\/d\/yy(?: h:mm)?$|\[\$-F[48]00\]/i;

/** Visible sheets of a workbook. */
interface Workbook {
  readonly sheets: readonly (SheetRows & { readonly name: string })[];
}

/**
 * Reads the visible sheets of a workbook as a spreadsheet program shows them. `odsContent` is the content of an
 * OpenDocument file.
 */
export function readWorkbook(file: Buffer, odsContent?: string): Workbook | { readonly error: string } {
  const book = openWorkbook(file);
  if ('error' in book) return book;
  const hidden = odsContent === undefined ? [] : findOdsHidden(odsContent);
  const sheets = book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    const isHidden = Boolean(book.Workbook?.Sheets?.[index]?.Hidden) || hidden[index]?.isHidden === true;
    return sheet && !isHidden ? [{ name, ...readSheet(sheet, hidden[index]) }] : [];
  });
  return { sheets };
}

function openWorkbook(file: Buffer): WorkBook | { readonly error: string } {
  const options: ParsingOptions = {
    dense: true,
    cellHTML: false,
    // The parser reads hidden rows and columns with the styles only.
    cellStyles: true,
    sheetRows: MAX_ROWS,
  };
  try {
    return read(file, options);
  } catch (error) {
    const message = String(error);
    if (/password|encrypt/i.test(message)) return { error: PROTECTED };
    if (/not a spreadsheet|cannot find workbook/i.test(message)) return { error: WRONG_DOCUMENT };
    throw error;
  }
}

function readSheet(sheet: WorkSheet, hidden: HiddenParts | undefined): SheetRows {
  const cells: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  const merged = findMerged(sheet);
  // OpenDocument files contain the text of each cell as it was shown.
  const read = (cell: CellObject | undefined): ShownCell => readCell(cell, hidden !== undefined);
  const rows = Array.from(cells, (row, index) => {
    const shown = Array.from((row ?? []).slice(0, MAX_COLUMNS), read);
    return toListRow(shown, index + 1, merged.get(index + 1));
  });
  const hiddenRows = (sheet['!rows'] ?? []).flatMap((row, index) =>
    row && (row.hidden === true || row.hpt === 0) ? [index + 1] : [],
  );
  const hiddenColumns = (sheet['!cols'] ?? []).flatMap((column, index) =>
    column?.hidden === true ? [index + 1] : [],
  );
  return {
    rows: splitSingleColumn(rows),
    hiddenRows: new Set([...hiddenRows, ...(hidden?.rows ?? [])]),
    hiddenColumns: [...hiddenColumns, ...(hidden?.columns ?? [])],
    ...(sheet['!fullref'] !== undefined && {
      isCut: true,
    }),
  };
}

/** Returns the cells that a merge covers, by row and column number, with the address of the cell that has the value. */
function findMerged(sheet: WorkSheet): Map<number, Map<number, string>> {
  const merged = new Map<number, Map<number, string>>();
  for (const { e, s } of sheet['!merges'] ?? []) {
    const address = utils.encode_cell(s);
    for (let row = s.r; row <= Math.min(e.r, MAX_ROWS); row++) {
      const covered = merged.get(row + 1) ?? new Map<number, string>();
      merged.set(row + 1, covered);
      for (let column = s.c; column <= Math.min(e.c, MAX_COLUMNS); column++)
        if (row > s.r || column > s.c) covered.set(column + 1, address);
    }
  }
  return merged;
}

function toListRow(
  shown: readonly ShownCell[],
  row: number,
  merged: ReadonlyMap<number, string> | undefined,
): ListRow {
  const faults = new Map<number, string>();
  for (const [index, { fault }] of shown.entries()) if (fault !== undefined) faults.set(index + 1, fault);
  for (const [column, address] of merged ?? [])
    faults.set(column, `The cell is merged with ${address}, whose value is not its own. Split the cells.`);
  return {
    row,
    cells: shown.map(({ text }, index) => (merged?.has(index + 1) ? '' : text)),
    numeric: shown.flatMap(({ isNumber }, index) => (isNumber ? [index + 1] : [])),
    ...(faults.size > 0 && { faults: Object.fromEntries(faults) }),
  };
}

interface ShownCell {
  readonly text: string;
  readonly isNumber: boolean;
  /** Reason why the text is not the value. */
  readonly fault?: string | undefined;
}

/** Returns the text of a cell as its program shows it. */
function readCell(cell: CellObject | undefined, hasShownText: boolean): ShownCell {
  if (!cell) return { text: '', isNumber: false };
  // The parser gives no value to a formula without a result, as libraries write it.
  if (cell.t === 'z') return { text: '', isNumber: false, ...(cell.f !== undefined && { fault: NO_RESULT }) };
  const isNumber = cell.t === 'n';
  const raw = typeof cell.v === 'string' || typeof cell.v === 'number' ? String(cell.v) : '';
  const text = toCell(cell.t === 's' ? raw : (cell.w ?? raw));
  return { text, isNumber, fault: findFault(cell, text, hasShownText) };
}

function findFault({ f, t, v, w, z }: CellObject, text: string, hasShownText: boolean): string | undefined {
  if (t === 'e') return ERROR;
  if (t !== 'n' && t !== 'd') return undefined;
  // A negative date has no text, which spreadsheet programs show as a column that is too narrow.
  const damage = describeDamage(text === '' && typeof v === 'number' && v < 0 ? '###' : text);
  if (damage !== undefined) return damage;
  if (typeof v === 'number' && Math.abs(v) >= FIRST_INEXACT) return INEXACT;
  // Some libraries write 0 as the result of every formula.
  if (f !== undefined && v === 0) return NO_RESULT;
  if (!hasShownText && typeof z === 'string' && SYSTEM_FORMAT.test(z)) return SYSTEM_DATE;
  return w === undefined ? UNKNOWN_FORMAT : undefined;
}

/** Splits a sheet whose lines are whole in one column, as after opening a text file with another separator. */
function splitSingleColumn(rows: readonly ListRow[]): readonly ListRow[] {
  const columns = new Set(
    rows.flatMap(({ cells }) => cells.flatMap((cell, index) => (cell === '' ? [] : [index]))),
  );
  const [column, ...others] = columns;
  if (column === undefined || others.length > 0) return rows;
  const split = readTextRows(rows.map(({ cells }) => cells[column] ?? '').join('\n'));
  const isSame = split.length === rows.length && split.some(({ cells }) => cells.length > 1);
  return isSame ? split.map(({ cells }, index) => ({ row: rows[index]?.row ?? index + 1, cells })) : rows;
}
