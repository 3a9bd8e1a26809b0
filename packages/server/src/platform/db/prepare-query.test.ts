import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { prepareQuery } from './prepare-query.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test('passes the arguments of each call to the parameters, also twice and beside constants', async () => {
  let built = 0;
  const findCodes = prepareQuery('test-codes', (db, first: number, second: number) => {
    built += 1;
    return db
      .selectNoFrom([
        sql<number>`${second}::int`.as('second'),
        sql<number>`${7}::int`.as('constant'),
        sql<number>`${first}::int`.as('first'),
        sql<number>`${second}::int + 1`.as('next'),
      ])
      .where(sql<number>`${first}::int`, '>', 0);
  });
  const { db } = world.services;
  expect(await findCodes(db, 1, 2)).toEqual([{ second: 2, constant: 7, first: 1, next: 3 }]);
  expect(await findCodes(db, 7, 4)).toEqual([{ second: 4, constant: 7, first: 7, next: 5 }]);
  expect(await findCodes(db, 0, 4)).toEqual([]);
  expect(built).toBe(1);
});
