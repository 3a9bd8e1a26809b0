import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { createListParameters } from './list-parameters.ts';
import { openPool } from './pool.ts';
import { StartupError } from '../startup-error.ts';

/** Every table by name; each slice adds its own by declaration merging in its tables.ts. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Database {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
/** Parameter type of queries that run inside or outside a transaction. */
export type DbOrTx = Db | Tx;

const POOL_SIZE = 12;

/** Opens the pool. Queries return bigint values as numbers, because keys stay below 2^53. */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Db {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.INT8 && format !== 'binary'
        ? Number
        : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  };
  const pool = openPool({ connectionString: url, max: POOL_SIZE, types }, onIdleError);
  pool.on('connect', prepareMarkedStatements);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [createListParameters()] });
}

/** Matches the mark of statements that each connection prepares once, under the name in the mark. */
const MARK = /^\/\* prepared: ([\w-]+) \*\//;

function prepareMarkedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? MARK.exec(text)?.[1] : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values });
  };
  Object.assign(client, { query: named });
}

/** Opens one connection; throws a StartupError with a message of one line when that fails. */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`DATABASE_URL cannot be opened: ${detail}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}
