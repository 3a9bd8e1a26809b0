/** Tables as text that a spreadsheet opens (RFC 4180), without running anything in them. */

export type CsvValue = string | number | undefined;

/** What a spreadsheet takes for the beginning of a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\t\r\n]/;
const QUOTED = /[",\r\n]/;

function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvRow = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Says to spreadsheets that it is UTF-8. */
export const CSV_MARK = '\uFEFF';
export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Rows, or lines that are CSV already. */
export type CsvPage = readonly (readonly CsvValue[])[] | string;

/** Pages as one stream, read one after another as they are taken; ends early when nobody takes them. */
export async function* csvStream(
  head: readonly string[],
  pages: AsyncIterable<CsvPage>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_MARK + csvRow(head));
  for await (const page of pages)
    yield encoder.encode(typeof page === 'string' ? page : page.map(csvRow).join(''));
}
