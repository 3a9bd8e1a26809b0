import { MIGRATIONS } from '../schema.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { checkDatabase, type Db, openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { applyMigrations } from '../platform/db/migrate.ts';

/**
 * Runs work on the installation's database: DATABASE_URL, or the embedded PostgreSQL, which is started if
 * needed.
 */
export async function runWithDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  if (config.databaseUrl) return withUrl(config.databaseUrl, config, work);
  const embedded = await startEmbeddedPostgres(config.dataDirectory);
  try {
    return await withUrl(embedded.url, config, work);
  } finally {
    // Keeps a PostgreSQL that was already running, because it belongs to a server.
    if (!embedded.adopted) await embedded.stop();
  }
}

async function withUrl<T>(
  url: string,
  config: Config,
  work: (db: Db, config: Config) => Promise<T>,
): Promise<T> {
  await checkDatabase(url);
  const db = openDatabase(url, () => undefined);
  try {
    await applyMigrations(db, MIGRATIONS);
    return await work(db, config);
  } finally {
    await db.destroy();
  }
}
