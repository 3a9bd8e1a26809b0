import { drawRandomInt } from '@northlight/runtime';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { deriveAuditKey, chainAuditRows, verifyAudit } from './chain.ts';
import { verifyNow } from './chaining.ts';

const ROUNDS = 100;

let server: TestServer;
let owner: TestBrowser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  owner = await server.signedUp('owner@example.com');
  for (let index = 0; index < 21; index++) await createProject(owner);
});
afterAll(() => server[Symbol.asyncDispose]());

it('links every record within 2 s and keeps the head outside of the database', async () => {
  await server.clock.advance(2_000);
  const report = await verifyNow(server.services);
  expect(report).toMatchObject({ whole: true });
  expect(report.length).toBeGreaterThan(20);
  const { items } = await owner.call('auditListOwn', { query: {} });
  expect(items.every(({ sequence }) => sequence !== undefined)).toBe(true);
});

it('accepts records that are linked during verification', async () => {
  const { db, envelope } = server.services;
  const key = deriveAuditKey(envelope);
  let interfered = false;
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      // Lets another process link new records after the first read.
      if (!interfered && result.rows.some((row) => 'sequence' in row)) {
        interfered = true;
        await createProject(owner);
        await chainAuditRows(db, key);
      }
      return result;
    },
  });
  expect(await verifyNow({ ...server.services, db: watched })).toMatchObject({ whole: true });
  expect(interfered).toBe(true);
});

it('detects every edited, removed, moved or truncated record in a hundred rounds', async () => {
  const { db, envelope, entropy } = server.services;
  const key = deriveAuditKey(envelope);
  const anchor = await chainAuditRows(db, key);
  const tampering = [
    (at: number) => sql`update audit set result = 'ok ' where sequence = ${at}`,
    (at: number) => sql`update audit set actor = 'other@example.com' where sequence = ${at}`,
    (at: number) => sql`update audit set at = at + interval '1 millisecond' where sequence = ${at}`,
    (at: number) => sql`delete from audit where sequence = ${at}`,
    (at: number) => sql`delete from audit where sequence >= ${at}`,
    (at: number) =>
      sql`with cut as (delete from audit where sequence >= ${at})
          update audit_head set sequence = ${at - 1}, hash = coalesce((select hash from audit where sequence = ${at - 1}), hash)`,
    (at: number) =>
      sql`update audit set object = (select object from audit b where b.sequence = ${at}) || '!' where sequence = ${at === 1 ? 2 : at - 1}`,
  ];
  let detected = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const position = drawRandomInt(entropy, 1, anchor.sequence);
    const tamper = tampering[round % tampering.length]!;
    await db
      .transaction()
      .execute(async (tx) => {
        await tamper(position).execute(tx);
        const report = await verifyAudit(tx, key, anchor);
        if (!report.whole) detected += 1;
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
  }
  expect(detected).toBe(ROUNDS);
  expect(await verifyAudit(db, key, anchor)).toMatchObject({ whole: true });
});

it('detects a chain that was rebuilt without the server’s key', async () => {
  const { db } = server.services;
  const head = await verifyNow(server.services);
  await db.transaction().execute(async (tx) => {
    await sql`update audit set sequence = null, hash = null`.execute(tx);
    await tx.deleteFrom('audit_head').execute();
  });
  await chainAuditRows(db, Buffer.alloc(32, 7));
  expect(await verifyNow(server.services)).toMatchObject({ whole: false, brokenAt: 1 });
  expect(head.whole).toBe(true);
});
