import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ACCESS_EXPIRED, type Principal } from '../platform/http/principal.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { computeAccess } from './policy.ts';
import { buildWriteRightSql } from './write-right-sql.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const NOW = Date.UTC(2026, 10, 23);
const FIRST_ID = 10_000_000;
const SOURCES = 20_000_000;
const time = fc.option(
  fc
    .oneof(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1e12, max: 1e12 }))
    .map((distance) => new Date(NOW + distance)),
);
const rarely = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: time });
const rightFacts = fc
  .record({
    isOwner: fc.boolean(),
    disabled_at: rarely,
    deleted_at: rarely,
    expires_at: rarely,
    right: fc.constantFrom('rw' as const, 'r' as const, null),
    ended_at: rarely,
    share_expires_at: time,
    /** Project that it copies: a demo, or the source of a sandbox. */
    copies: fc.constantFrom('nothing' as const, 'demo' as const, 'project' as const),
    source: fc.record({
      isOwner: fc.boolean(),
      deleted_at: rarely,
      right: fc.constantFrom('rw' as const, 'r' as const, null),
      ended_at: rarely,
      share_expires_at: time,
    }),
  })
  // Gives projects with an expiry no share: they are demo copies, which cannot be shared.
  .map((each) => ({ ...each, right: each.expires_at ? null : each.right }));
type RightFacts = typeof rightFacts extends fc.Arbitrary<infer Each> ? Each : never;

const principal: Principal = {
  kind: 'account',
  sessionId: 'session',
  access: 'web',
  account: { id: 'me', account: 'me', nickname: '', role: 0, accountKind: 0, level: 0, cloudCode: '' },
};

/** Describes the source as `findProject` reads it. */
function describeSource({ copies, source }: RightFacts) {
  const isLiving = copies === 'project' && !source.deleted_at;
  const hasShare = isLiving && source.right === 'rw' && !source.ended_at;
  return {
    copy_of: { nothing: null, demo: DEMO_WLAN_PROJECT, project: FIRST_ID - 1 }[copies],
    source_owner_id: isLiving ? (source.isOwner ? 'me' : 'other') : null,
    source_share_id: hasShare ? 'share' : null,
    source_share_expires_at: hasShare ? source.share_expires_at : null,
  };
}

/** Returns the expected right by the policy; false for a disabled account, which cannot send requests. */
function mayWrite(each: RightFacts): boolean {
  if (each.disabled_at || each.deleted_at) return false;
  const access = computeAccess(
    principal,
    {
      id: FIRST_ID,
      owner_id: each.isOwner ? 'me' : 'other',
      owner: 'other',
      net_mode: 0,
      type_flag: 0,
      expires_at: each.expires_at,
      share_right: each.ended_at ? null : each.right,
      share_expires_at: each.share_expires_at,
      ...describeSource(each),
    },
    NOW,
  );
  return access !== undefined && access !== ACCESS_EXPIRED && access.right === 'rw';
}

test('grants the same right to change a project in SQL as in the policy', async () => {
  const samples = fc.sample(rightFacts, 1_000);
  const cases = samples.map((each, index) => ({
    ...each,
    id: FIRST_ID + index,
    copy_of: { nothing: null, demo: DEMO_WLAN_PROJECT, project: SOURCES + index }[each.copies],
  }));
  const sources = samples.map(({ source }, index) => ({ ...source, id: SOURCES + index }));
  const { rows } = await sql<{ may: boolean }>`
    with cases as (select * from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as fresh(id bigint, "isOwner" boolean,
        disabled_at timestamptz, deleted_at timestamptz, expires_at timestamptz, "right" text, ended_at timestamptz,
        share_expires_at timestamptz, copy_of bigint)),
      sources as (select * from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as fresh(id bigint, "isOwner" boolean,
        deleted_at timestamptz, "right" text, ended_at timestamptz, share_expires_at timestamptz)),
      accounts as (select 'account ' || id as id, disabled_at from cases),
      projects as (select id, case when "isOwner" then 'account ' || id else 'other' end as owner_id, deleted_at, expires_at,
        copy_of from cases
        union all select id, case when "isOwner" then 'account ' || (id - ${SOURCES} + ${FIRST_ID}) else 'other' end, deleted_at,
        null, null from sources),
      shares as (select id, id as project_id, 'account ' || id as account_id, "right", ended_at, share_expires_at as expires_at
        from cases where "right" is not null
        union all select id, id, 'account ' || (id - ${SOURCES} + ${FIRST_ID}), "right", ended_at, share_expires_at
        from sources where "right" is not null)
    select ${sql.raw(buildWriteRightSql(`'account ' || c.id`, 'c.id', `timestamptz '${new Date(NOW).toISOString()}'`))} as may
    from cases c order by c.id`.execute(world.services.db);
  const expected = samples.map(mayWrite);
  expect(rows.map(({ may }) => may)).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});
