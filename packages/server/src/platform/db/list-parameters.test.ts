import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../testing/index.ts';
import { type Db, openDatabase } from './database.ts';
import { insertRows } from './insert-rows.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  db = openDatabase(database.url, () => undefined);
});
afterAll(async () => {
  await db.destroy();
  await database[Symbol.asyncDispose]();
});

const at = new Date('2026-11-28T12:00:00.123Z');
const createAttempts = (count: number) =>
  Array.from({ length: count }, () => ({ id: randomUUID(), key: 'k', at }));

test('sends a list as one parameter, of any length', async () => {
  const query = db.selectFrom('attempts').select('id').where('at', 'in', [at, at]);
  expect(query.compile()).toMatchObject({
    sql: 'select "id" from "attempts" where "at" = any($1)',
    parameters: [[at, at]],
  });
  const select = (ids: readonly string[]) =>
    db.selectFrom('attempts').selectAll().where('id', 'in', ids).execute();
  expect(await select(Array.from({ length: 70_000 }, () => randomUUID()))).toEqual([]);
  expect(await select([])).toEqual([]);
});

test('excludes the values of a list', async () => {
  const attempts = createAttempts(3);
  await insertRows(db, 'attempts', attempts).execute();
  const ids = attempts.map(({ id }) => id);
  const others = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', ids)
    .where('id', 'not in', ids.slice(1))
    .execute();
  expect(others).toEqual([{ id: ids[0] }]);
});

test('inserts any number of rows with one parameter', async () => {
  const attempts = createAttempts(30_000);
  await insertRows(db, 'attempts', attempts).execute();
  const ids = attempts.map(({ id }) => id);
  const stored = await db.selectFrom('attempts').selectAll().where('id', 'in', ids).execute();
  expect(new Map(stored.map((row) => [row.id, row]))).toEqual(new Map(attempts.map((row) => [row.id, row])));
});

test('inserts JSON, bytes and absent values as other inserts do', async () => {
  const value = { name: 'a "quoted" name\\', list: [1, null] };
  const rows = [
    { config: JSON.stringify(value), bytes: Buffer.from([0, 1, 255, 92]), at },
    { config: null, bytes: null, at: null },
  ];
  await sql`create table odd_rows (config jsonb, bytes bytea, at timestamptz)`.execute(db);
  await insertRows(db, 'odd_rows' as never, rows as never, { json: ['config'] as never }).execute();
  const stored = await sql`select * from odd_rows order by at nulls last`.execute(db);
  expect(stored.rows).toEqual([{ ...rows[0], config: value }, rows[1]]);
});

test('refuses an insert of several rows with a parameter per cell', async () => {
  await expect(db.insertInto('attempts').values(createAttempts(2)).execute()).rejects.toThrow('insertRows');
});
