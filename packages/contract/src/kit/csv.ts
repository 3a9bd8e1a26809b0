/** Tables as text that a spreadsheet opens (RFC 4180) without running anything in them. */

export type CsvValue = string | number | null | undefined;

/** Byte order mark: tells spreadsheets that the text is UTF-8. */
export const CSV_MARK = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\t\r\n]/;
const QUOTED = /[",\r\n]/;

/** Text is guarded against formulas; numbers stay numbers, below zero too. */
function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Cells as one line with its end. */
export const csvRow = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`;
