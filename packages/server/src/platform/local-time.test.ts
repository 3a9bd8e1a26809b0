import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { buildLocalTimeSql, formatLocalTime } from './local-time.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00 +02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00 +01:00'],
  ['2026-11-28T12:56:14.590Z', 'UTC', '2026-11-28 12:56:14 +00:00'],
  ['2026-11-28T23:59:59Z', 'Asia/Kathmandu', '2026-11-29 05:44:59 +05:45'],
  ['2026-01-01T00:00:00Z', 'America/St_Johns', '2025-12-31 20:30:00 -03:30'],
])('%s in %s is %s, also in SQL', async (time, zone, text) => {
  expect(formatLocalTime(new Date(time), zone)).toBe(text);
  const { rows } = await sql<{ text: string }>`
    select ${buildLocalTimeSql('at', zone)} as text from (select ${time}::timestamptz as at) as times`.execute(
    world.services.db,
  );
  expect(rows[0]?.text).toBe(text);
});
