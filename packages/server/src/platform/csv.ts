import { CSV_MARK, formatCsvRow, type CsvValue } from '@northlight/contract';

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** A page of a CSV file: rows, or text that is already CSV. */
export type CsvPage = readonly (readonly CsvValue[])[] | string;

/** Streams pages as one CSV file. Reads each page on demand and stops when the reader disconnects. */
export async function* streamCsv(
  head: readonly string[],
  pages: AsyncIterable<CsvPage>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_MARK + formatCsvRow(head));
  for await (const page of pages)
    yield encoder.encode(typeof page === 'string' ? page : page.map(formatCsvRow).join(''));
}
