import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MIGRATIONS } from '../migrations.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';

const TEMPLATE = 'nl_template';

/** Makes the migrated database that `createTestDatabase` copies: once per run, so that no test migrates its own. */
export async function makeTemplateDatabase(serverUrl: string): Promise<void> {
  await run(serverUrl, `drop database if exists ${TEMPLATE}`);
  await run(serverUrl, `create database ${TEMPLATE}`);
  const db = openDatabase(urlOf(serverUrl, TEMPLATE), () => undefined);
  try {
    await migrate(db, MIGRATIONS);
  } finally {
    await db.destroy();
  }
}

/**
 * A fresh database on the given server, dropped on disposal: a copy of the run's template where the server has one, an
 * empty one elsewhere or when `empty` is set.
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
    url: urlOf(serverUrl, name),
    [Symbol.asyncDispose]: async () => {
      await run(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The same server with another database; `URL` takes no empty host, so that a name stands in for it. */
function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl.replace('postgresql://postgres@/', 'postgresql://postgres@placeholder/'));
  url.pathname = `/${database}`;
  return url.href.replace('@placeholder/', '@/');
}

/** True when the statement found rows. */
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
