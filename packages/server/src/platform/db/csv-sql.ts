import { type RawBuilder, sql } from 'kysely';

/** Matches white space of JavaScript, followed by a character that begins a formula in spreadsheets. */
const FORMULA_START =
  '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*[=+\\-@\\t\\r\\n]';
const NEEDS_QUOTES = '[",\\r\\n]';
/** Separates the texts that one pattern match checks together. */
const UNIT_SEPARATOR = '\u001F';
const UNSAFE = `(^|${UNIT_SEPARATOR})${FORMULA_START}|${NEEDS_QUOTES}`;

/** A cell with text from users or devices (`untrusted`), or with figures and times that the server formats (`trusted`). */
export type CsvCellSql =
  | { readonly untrusted: RawBuilder<unknown> }
  | { readonly trusted: RawBuilder<unknown> };

/** Escapes a text as a CSV cell, in the same way as `formatCsvRow`. */
function buildSafeCell(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const safe = sql`case when ${text} ~ ${sql.lit(`^${FORMULA_START}`)} then '''' || ${text} else ${text} end`;
  return sql`case when ${text} ~ ${sql.lit(NEEDS_QUOTES)}
    then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end`;
}

const buildLineSql = (cells: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql<string>`concat(${sql.join(cells, sql.raw(`, ',', `))}, ${sql.lit('\r\n')}::text)`;

/**
 * Formats cells as a CSV line in the same way as `formatCsvRow`, because PostgreSQL builds pages faster than their rows can be
 * read. One match over the whole line finds the few lines whose cells need escaping.
 */
export function buildCsvLineSql(cells: readonly CsvCellSql[]): RawBuilder<string> {
  const untrusted = cells.flatMap((cell) => ('untrusted' in cell ? [cell.untrusted] : []));
  const plain = buildLineSql(cells.map((cell) => ('untrusted' in cell ? cell.untrusted : cell.trusted)));
  const escaped = buildLineSql(
    cells.map((cell) => ('untrusted' in cell ? buildSafeCell(cell.untrusted) : cell.trusted)),
  );
  return sql<string>`case when concat_ws(${sql.lit(UNIT_SEPARATOR)}, ${sql.join(untrusted)}) ~ ${sql.lit(UNSAFE)}
    then ${escaped} else ${plain} end`;
}
