import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import type { Db } from './database.ts';

/** Applies missing migrations in the order of their names. Migrations cannot be undone. */
export async function applyMigrations(
  db: Db,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const detail = error instanceof Error ? error.message : 'unknown cause';
  throw new StartupError(`The database could not be brought up to date: ${detail}`, { cause: error });
}
