import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { MIGRATIONS } from '../../migrations.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** Every column of every table, as `table.column type`. */
async function columnsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select table_name || '.' || column_name || ' ' || data_type as text
    from information_schema.columns where table_schema = 'public' order by 1`.execute(db);
  return rows.map(({ text }) => text);
}

test('migrates an empty database to the current schema and changes nothing on a second run', async () => {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  try {
    await migrate(db, MIGRATIONS);
    const columns = await columnsOf(db);
    expect(columns).toContain('accounts.account text');
    await migrate(db, MIGRATIONS);
    expect(await columnsOf(db)).toEqual(columns);
  } finally {
    await db.destroy();
  }
});

test('rejects a database that a newer version has migrated', async () => {
  await using database = await createTestDatabase(inject('databaseUrl'), { empty: true });
  const db = openDatabase(database.url, () => undefined);
  const newer = { ...MIGRATIONS, '9999-later': { up: () => Promise.resolve() } };
  try {
    await migrate(db, newer);
    await expect(migrate(db, MIGRATIONS)).rejects.toThrow('could not be brought up to date');
  } finally {
    await db.destroy();
  }
});
