import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { isUnavailable } from './errors.ts';
import { openPool } from './pool.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test('fails only the transaction whose connection is lost', async () => {
  const { db } = world.services;
  const lost = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
    // Ensures that the process receives the error before the transaction sends its next statement.
    await sql`select 1`.execute(db);
    await sql`select 2`.execute(tx);
  });
  const error = await lost.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error), String(error)).toBe(true);
  const { rows } = await sql<{ n: number }>`select 3 as n`.execute(db);
  expect(rows).toEqual([{ n: 3 }]);
});

test('reports the loss of an idle connection, and leaves the connection out of the error', async () => {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const pool = openPool({ connectionString: inject('databaseUrl'), max: 1 }, resolve);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(world.services.db);
  const error = await promise;
  expect(error).toMatchObject({ code: '57P01' });
  expect(error).not.toHaveProperty('client');
  await pool.end();
});

test.each(['53100', '53200', '57P03', '58030', 'ECONNRESET'])(
  'treats %s as temporarily unavailable',
  (code) => expect(isUnavailable(Object.assign(new Error('database'), { code }))).toBe(true),
);
