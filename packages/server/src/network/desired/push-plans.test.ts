import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildChangeWorkSql } from '../../jobs/index.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { LOCK_DEVICES, SET_DESIRED } from './statements.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns the plan that a connection keeps for a prepared statement, whatever its values are. */
const readGenericPlan = (statement: string, values: string): Promise<string> =>
  world.services.db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    await sql.raw(`prepare planned as ${statement}`).execute(tx);
    const { rows } = await sql.raw(`explain execute planned(${values})`).execute(tx);
    await sql`deallocate planned`.execute(tx);
    return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
  });

test.each([
  ['locks the devices of a project', LOCK_DEVICES, '1'],
  ['sets desired configurations', SET_DESIRED, "'[]', 1"],
  [
    'changes the job rows of a device',
    `with device as (select $1::text as id) ${buildChangeWorkSql('device', '$2', '$3')}`,
    "'', now(), '[]'",
  ],
])('%s without reading a whole table', async (_, statement, values) => {
  const plan = await readGenericPlan(statement, values);
  expect(plan).toContain('Index Scan');
  expect(plan).not.toContain('Seq Scan');
});
