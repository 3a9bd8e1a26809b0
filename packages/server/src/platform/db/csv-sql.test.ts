import { formatCsvRow } from '@northlight/contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { buildCsvLineSql } from './csv-sql.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

async function readCsvLines(texts: readonly string[], others: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select ${buildCsvLineSql([{ untrusted: sql.ref('cell') }, { trusted: sql`null` }, { untrusted: sql.ref('other') }, { trusted: sql.ref('position') }])} as line
    from unnest(${texts}::text[], ${others}::text[]) with ordinality as input(cell, other, position) order by position`.execute(
    world.services.db,
  );
  return rows.map(({ line }) => line);
}

test('formats cells in PostgreSQL exactly as the server does, for any text', async () => {
  const piece = fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', '\u00A0', '\u3000', '\uFEFF', "'"),
    fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => text.replaceAll('\0', '')),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').toWellFormed());
  const [texts, others] = [fc.sample(text, 3_000), fc.sample(text, 3_000)];
  const lines = await readCsvLines(texts, others);
  for (const [index, each] of texts.entries())
    expect(lines[index], JSON.stringify(each)).toBe(
      formatCsvRow([each, undefined, others[index], index + 1]),
    );
});
