/** Writes CSV (RFC 4180) that spreadsheets open without evaluating formulas. */

export type CsvValue = string | number | null | undefined;

/** Byte order mark, with which spreadsheet programs detect UTF-8. */
export const CSV_MARK = '\uFEFF';

/** Matches text that spreadsheets evaluate as a formula, also after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\n]/;
const QUOTED = /[",\r\n]/;

/**
 * Escapes text that spreadsheet programs would evaluate as a formula; keeps numbers, including negative ones.
 */
function formatCsvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one line with its line end. */
export const formatCsvRow = (cells: readonly CsvValue[]): string =>
  `${cells.map(formatCsvCell).join(',')}\r\n`;
