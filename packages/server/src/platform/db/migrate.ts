import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupError } from '../startup-error.ts';
import type { Db } from './database.ts';
import { UPGRADED_FROM, UPGRADES } from './upgrades.ts';

type Migrations = Readonly<Record<string, Migration>>;

const UNCHANGED: Migration = { up: () => Promise.resolve() };

/**
 * Applies missing migrations in the order of their names; they cannot be undone. A database from before the schema is
 * upgraded to it first.
 */
export async function applyMigrations(db: Db, migrations: Migrations): Promise<void> {
  const [first = ''] = Object.keys(migrations);
  const applied = await listApplied(db);
  if (applied.length > 0 && !applied.includes(first)) await upgradeToSchema(db, applied, first);
  await migrate(db, migrations);
}

async function migrate(db: Db, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const detail = error instanceof Error ? error.message : 'unknown cause';
  throw new StartupError(`The database could not be brought up to date: ${detail}`, { cause: error });
}

async function listApplied(db: Db): Promise<readonly string[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (found[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Applies the missing upgrades, and then records the schema instead of the migrations that led to it. */
async function upgradeToSchema(db: Db, applied: readonly string[], schema: string): Promise<void> {
  if (!applied.includes(UPGRADED_FROM))
    throw new StartupError(
      'The database is from a version that can no longer be upgraded. Start a version of November 2026 with it once.',
    );
  await migrate(db, { ...Object.fromEntries(applied.map((name) => [name, UNCHANGED])), ...UPGRADES });
  await db.transaction().execute(async (tx) => {
    // Another process may have upgraded the database in the meantime.
    await sql`lock table kysely_migration in exclusive mode`.execute(tx);
    await sql`delete from kysely_migration where name <> ${schema}`.execute(tx);
    await sql`insert into kysely_migration (name, timestamp) values (${schema}, now()::text)
      on conflict do nothing`.execute(tx);
  });
}
