import { MIGRATIONS } from '../migrations.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { checkDatabase, type Db, openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';

/** Runs a command on the installation's database: DATABASE_URL, else the one in the data directory, running or not. */
export async function onDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  if (config.databaseUrl) return onUrl(config.databaseUrl, config, work);
  const embedded = await startEmbeddedPostgres(config.dataDirectory);
  try {
    return await onUrl(embedded.url, config, work);
  } finally {
    // One that was running belongs to a server: only what was started here is stopped here.
    if (!embedded.adopted) await embedded.stop();
  }
}

async function onUrl<T>(
  url: string,
  config: Config,
  work: (db: Db, config: Config) => Promise<T>,
): Promise<T> {
  await checkDatabase(url);
  const db = openDatabase(url, () => undefined);
  try {
    await migrate(db, MIGRATIONS);
    return await work(db, config);
  } finally {
    await db.destroy();
  }
}
