import { type RawBuilder, sql } from 'kysely';

/** What JavaScript takes for white space, before what a spreadsheet takes for the beginning of a formula. */
const FORMULA_BEGINS =
  '[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*[=+\\-@\\t\\r\\n]';
const QUOTED = '[",\\r\\n]';
/** Between texts that are looked at together. */
const UNIT = '\u001F';
const UNSAFE = `(^|${UNIT})${FORMULA_BEGINS}|${QUOTED}`;

/** A cell with what somebody or some device told, or with what the server itself made of figures and times. */
export type CsvCellSql = { readonly told: RawBuilder<unknown> } | { readonly made: RawBuilder<unknown> };

/** A text as a cell of CSV, as `csvRow` writes it. */
function safeCell(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const safe = sql`case when ${text} ~ ${sql.lit(`^${FORMULA_BEGINS}`)} then '''' || ${text} else ${text} end`;
  return sql`case when ${text} ~ ${sql.lit(QUOTED)}
    then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end`;
}

const joined = (cells: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql<string>`concat(${sql.join(cells, sql.raw(`, ',', `))}, ${sql.lit('\r\n')}::text)`;

/**
 * Cells as a line of CSV, as `csvRow` writes it: PostgreSQL puts pages together faster than their rows can be read. Most
 * lines have nothing that is quoted or marked, and are looked at once as a whole.
 */
export function csvLineSql(cells: readonly CsvCellSql[]): RawBuilder<string> {
  const told = cells.flatMap((cell) => ('told' in cell ? [cell.told] : []));
  const plain = joined(cells.map((cell) => ('told' in cell ? cell.told : cell.made)));
  const careful = joined(cells.map((cell) => ('told' in cell ? safeCell(cell.told) : cell.made)));
  return sql<string>`case when concat_ws(${sql.lit(UNIT)}, ${sql.join(told)}) ~ ${sql.lit(UNSAFE)}
    then ${careful} else ${plain} end`;
}
