import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { MIGRATIONS } from '../../schema.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { type Db, openDatabase } from './database.ts';
import { applyMigrations } from './migrate.ts';

const FIXTURE = new URL('../../testing/databases/before-one-schema.sql', import.meta.url);
const ACCOUNT = '00000000-0000-4000-8000-000000000001';

/** Runs a test on an empty database. */
async function withDatabase(run: (db: Db) => Promise<void>): Promise<void> {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  try {
    await run(db);
  } finally {
    await db.destroy();
  }
}

/** Returns all columns, constraints, indexes and triggers as text. */
async function readSchemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') as text
    from information_schema.columns where table_schema = 'public'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select replace(replace(pg_get_triggerdef(oid), '(', ''), ')', '') from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows.map(({ text }) => text);
}

test('creates the schema in an empty database and changes nothing on a second run', () =>
  withDatabase(async (db) => {
    await applyMigrations(db, MIGRATIONS);
    const schema = await readSchemaOf(db);
    expect(schema).toContain('accounts.account text NO ');
    await applyMigrations(db, MIGRATIONS);
    expect(await readSchemaOf(db)).toEqual(schema);
  }));

test('rejects a database that a newer version has migrated', () =>
  withDatabase(async (db) => {
    await applyMigrations(db, { ...MIGRATIONS, '9999-later': { up: () => Promise.resolve() } });
    await expect(applyMigrations(db, MIGRATIONS)).rejects.toThrow('could not be brought up to date');
  }));

test('upgrades a database from before the schema to it, with its data', () =>
  withDatabase(async (db) => {
    await sql.raw(readFileSync(FIXTURE, 'utf8')).execute(db);
    await applyMigrations(db, MIGRATIONS);
    const upgraded = await readSchemaOf(db);
    await withDatabase(async (fresh) => {
      await applyMigrations(fresh, MIGRATIONS);
      expect(upgraded).toEqual(await readSchemaOf(fresh));
    });
    const drafts = await db.selectFrom('document_drafts').selectAll().orderBy('document').execute();
    expect(drafts).toMatchObject([
      { document: 'map', project_id: 1, account_id: ACCOUNT, version: 2, content: { walls: [1] } },
      {
        document: 'network',
        subject: '1',
        version: 3,
        content: { config: { vlans: [{ id: 20 }] }, devices: [] },
      },
    ]);
    const files = await db.selectFrom('files').select(['owner_id', 'project_id']).orderBy('id').execute();
    expect(files).toEqual([
      { owner_id: null, project_id: 1 },
      { owner_id: ACCOUNT, project_id: null },
    ]);
    await applyMigrations(db, MIGRATIONS);
    expect(await readSchemaOf(db)).toEqual(upgraded);
  }));

test('rejects a database that is too old to be upgraded', () =>
  withDatabase(async (db) => {
    await sql`create table kysely_migration (name text, timestamp text)`.execute(db);
    await sql`insert into kysely_migration values ('0001-platform', '')`.execute(db);
    await expect(applyMigrations(db, MIGRATIONS)).rejects.toThrow('can no longer be upgraded');
  }));
