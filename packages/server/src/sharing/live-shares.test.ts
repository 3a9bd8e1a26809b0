import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { isLiveShare, buildLiveShareCondition, buildLiveShareSql } from './live-shares.ts';

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

test('gives the same result for a current share in the query builder, in SQL and in TypeScript', async () => {
  const shares = fc.sample(fc.record({ ended_at: time, expires_at: time }), 2_000);
  const ends = shares.map(({ ended_at }) => ended_at);
  const expiries = shares.map(({ expires_at }) => expires_at);
  const now = new Date(NOW);
  const { rows } = await sql<{ built: boolean; written: boolean }>`
    select ${buildLiveShareCondition(now)} as built, ${sql.raw(buildLiveShareSql('shares', `timestamptz '${now.toISOString()}'`))} as written
    from unnest(${ends}::timestamptz[], ${expiries}::timestamptz[])
      with ordinality as shares(ended_at, expires_at, position) order by position`.execute(world.services.db);
  const live = shares.map((share) => isLiveShare(share, NOW));
  expect(rows).toEqual(live.map((is) => ({ built: is, written: is })));
  expect(new Set(live).size).toBe(2);
});
