import { type Insertable, sql } from 'kysely';
import type { Database, DbOrTx } from './database.ts';

type Table = keyof Database;
type Column<T extends Table> = keyof Database[T] & string;

interface RowOptions<T extends Table> {
  /** Columns of type jsonb, whose values are JSON texts as in other inserts. */
  readonly json?: readonly Column<T>[];
}

/**
 * Returns an insert of one or more rows with one parameter: PostgreSQL reads the rows from JSON by the types of the table. All
 * rows have the columns of the first one.
 */
export function insertRows<T extends Table>(
  db: DbOrTx,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  { json = [] }: RowOptions<T> = {},
) {
  const columns = Object.keys(rows[0] ?? {}) as Column<T>[];
  const isJson = new Set<string>(json);
  const objects = rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => [column, encode((row as Record<string, unknown>)[column], isJson.has(column))]),
    ),
  );
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return db
    .insertInto(table)
    .columns(columns)
    .expression(
      sql`select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(objects)}::jsonb)`,
    );
}

/** Encodes bytes as PostgreSQL reads them from a text. Other values have the form of JSON. */
function encode(value: unknown, isJson: boolean): unknown {
  if (isJson && typeof value === 'string') return JSON.parse(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
