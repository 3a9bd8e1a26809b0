import { parentPort, workerData } from 'node:worker_threads';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import type { SheetResult, SheetRow } from './read-sheet.ts';

const { bytes, maxRows } = workerData as { bytes: Uint8Array; maxRows: number };
const HEADER = /serial|^sn$|claim/i;

function parse(): SheetResult {
  // One row more than the maximum plus the header, so that a row too many is seen.
  const book = read(bytes, { dense: true, cellFormula: false, cellHTML: false, sheetRows: maxRows + 2 });
  const [first] = book.SheetNames;
  const sheet = first === undefined ? undefined : book.Sheets[first];
  return sheet ? { rows: rowsOf(sheet) } : { error: 'The file has no sheet.' };
}

function rowsOf(sheet: WorkSheet): SheetRow[] {
  const cells = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: false, defval: '' });
  const numbered = cells.map((row, index) => ({ row: index + 1, sn: row[0], claimCode: row[1] }));
  const body = HEADER.test(text(numbered[0]?.sn)) ? numbered.slice(1) : numbered;
  return body
    .filter(({ sn, claimCode }) => text(sn) !== '' || text(claimCode) !== '')
    .map(({ row, sn, claimCode }) => ({
      row,
      sn: text(sn),
      claimCode: text(claimCode),
      numeric: typeof sn === 'number' || typeof claimCode === 'number',
    }));
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin, unlike a window's
parentPort?.postMessage(parse());
