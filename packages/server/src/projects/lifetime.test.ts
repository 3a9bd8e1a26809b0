import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { hasExpired, livingProjectSql } from './lifetime.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const NOW = Date.UTC(2026, 10, 23);
const time = fc.option(
  fc
    .oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -1e12, max: 1e12 }))
    .map((distance) => new Date(NOW + distance)),
);

test('a project lives by SQL when it was not deleted and has not expired', async () => {
  const projects = fc.sample(fc.record({ deleted_at: time, expires_at: time }), 2_000);
  const deletions = projects.map(({ deleted_at }) => deleted_at);
  const expiries = projects.map(({ expires_at }) => expires_at);
  const now = `timestamptz '${new Date(NOW).toISOString()}'`;
  const { rows } = await sql<{ lives: boolean }>`
    select ${sql.raw(livingProjectSql('p', now))} as lives
    from unnest(${deletions}::timestamptz[], ${expiries}::timestamptz[])
      with ordinality as p(deleted_at, expires_at, place) order by place`.execute(world.services.db);
  const living = projects.map((project) => project.deleted_at === null && !hasExpired(project, NOW));
  expect(rows.map(({ lives }) => lives)).toEqual(living);
  expect(new Set(living).size).toBe(2);
});
