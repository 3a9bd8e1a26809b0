import { CompiledQuery } from 'kysely';
import type { DbOrTx } from './database.ts';

/**
 * Makes a function that runs a frequent query as a prepared statement: its text is built once per process and
 * planned once per connection. Each name belongs to one text, so `build` must pass its values on as parameters
 * without reading them.
 */
export function prepareQuery<Row, Values extends readonly unknown[]>(
  name: string,
  build: (db: DbOrTx, ...values: Values) => { compile(): CompiledQuery<Row> },
): (db: DbOrTx, ...values: Values) => Promise<Row[]> {
  let prepared: { readonly text: string; readonly sources: readonly ParameterSource[] } | undefined;
  return async (db, ...values) => {
    prepared ??= compileOnce(name, values.length, (marks) => build(db, ...(marks as unknown as Values)));
    const parameters = prepared.sources.map(({ index, constant }) => (index < 0 ? constant : values[index]));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(prepared.text, parameters));
    return rows;
  };
}

/** Where the value of a parameter comes from: from an argument, or from the query itself with index −1. */
interface ParameterSource {
  readonly index: number;
  readonly constant: unknown;
}

/** Builds a query with marks instead of values, and finds in its parameters which argument each one is. */
function compileOnce(
  name: string,
  count: number,
  build: (marks: readonly symbol[]) => { compile(): CompiledQuery },
): { text: string; sources: ParameterSource[] } {
  const marks = Array.from({ length: count }, () => Symbol(name));
  const { parameters, sql } = build(marks).compile();
  return {
    text: `/* prepared: ${name} */ ${sql}`,
    sources: parameters.map((constant) => ({ index: marks.indexOf(constant as symbol), constant })),
  };
}
