import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MIGRATIONS } from '../schema.ts';
import { openDatabase } from '../platform/db/database.ts';
import { applyMigrations } from '../platform/db/migrate.ts';

const TEMPLATE = 'nl_template';

/** Creates the migrated database that `createTestDatabase` copies; runs once, so that tests need not migrate. */
export async function createTemplateDatabase(serverUrl: string): Promise<void> {
  await run(serverUrl, `drop database if exists ${TEMPLATE}`);
  await run(serverUrl, `create database ${TEMPLATE}`);
  const db = openDatabase(buildDatabaseUrl(serverUrl, TEMPLATE), () => undefined);
  try {
    await applyMigrations(db, MIGRATIONS);
  } finally {
    await db.destroy();
  }
}

/**
 * Creates a database on the given server and drops it on disposal. Copies the run's template if the server has one, unless
 * `empty` is set.
 */
export async function createTestDatabase(
  serverUrl: string,
  { empty = false } = {},
): Promise<{ url: string } & AsyncDisposable> {
  const name = `nl_test_${randomBytes(6).toString('hex')}`;
  const template = empty
    ? undefined
    : await run(serverUrl, `select 1 from pg_database where datname = '${TEMPLATE}'`);
  await run(
    serverUrl,
    `create database ${name}${template ? ` template ${TEMPLATE} strategy file_copy` : ''}`,
  );
  return {
    url: buildDatabaseUrl(serverUrl, name),
    [Symbol.asyncDispose]: async () => {
      await run(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Returns the URL of another database on the same server. `URL` rejects an empty host, so a placeholder replaces it. */
function buildDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl.replace('postgresql://postgres@/', 'postgresql://postgres@placeholder/'));
  url.pathname = `/${database}`;
  return url.href.replace('@placeholder/', '@/');
}

/** Runs a statement; resolves to true when it returned rows. */
async function run(url: string, sql: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(sql);
    return (rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}
