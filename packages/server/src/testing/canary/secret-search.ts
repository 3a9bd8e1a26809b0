import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/**
 * Minimum length of a searched form: shorter ones, such as the middle of a short code in Base64, occur by
 * chance.
 */
const MIN_FORM_LENGTH = 8;

/** Lists encodings of a secret: plain, hexadecimal, and Base64 at each of three alignments. */
export function listEncodings(secret: string): Buffer[] {
  const hex = Buffer.from(secret).toString('hex');
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [secret, hex, hex.toUpperCase(), ...base64]
    .filter((form) => form.length >= MIN_FORM_LENGTH)
    .map((form) => Buffer.from(form));
}

export interface SearchableData {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns `<secret> in <data>` for every secret found in any encoding. */
export function findSecrets(data: Iterable<SearchableData>, secrets: ReadonlyMap<string, string>): string[] {
  const forms = [...secrets].map(([name, secret]) => [name, listEncodings(secret)] as const);
  const hits: string[] = [];
  for (const { name: location, bytes } of data)
    for (const [name, each] of forms)
      if (each.some((form) => bytes.includes(form))) hits.push(`${name} in ${location}`);
  return hits;
}

/** Yields every file below a directory; skips files that are deleted meanwhile. */
export function* listFilesBelow(
  directory: string,
  leaveOut: readonly string[] = [],
): Generator<SearchableData> {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || leaveOut.some((part) => path.includes(part))) continue;
    try {
      yield { name: path.slice(directory.length + 1), bytes: readFileSync(path) };
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  }
}

/** Returns the cluster's data files, write-ahead log and server log after a checkpoint; undefined when they are not readable. */
export async function listClusterFiles(db: Db): Promise<Iterable<SearchableData> | undefined> {
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db);
  const directory = rows[0]?.data_directory ?? '';
  try {
    statSync(join(directory, 'base'));
    readdirSync(join(directory, 'pg_wal'));
  } catch {
    return undefined;
  }
  return (function* () {
    yield* listFilesBelow(directory);
    const log = join(dirname(directory), 'postgres.log');
    try {
      yield { name: 'postgres.log', bytes: readFileSync(log) };
    } catch {
      // Ignores a missing log file, because an external server logs elsewhere.
    }
  })();
}

export async function listTableRows(db: Db): Promise<SearchableData[]> {
  const tables = await db.introspection.getTables();
  const data: SearchableData[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    data.push({ name: `table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) });
  }
  return data;
}
