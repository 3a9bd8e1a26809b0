import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Fewer characters than this stand somewhere by chance: the middle of a short code in Base64. */
const SHORTEST = 8;

/** A secret as it might lie somewhere: as it is, in hexadecimal, in Base64 at each of three alignments. */
export function formsOf(secret: string): Buffer[] {
  const hex = Buffer.from(secret).toString('hex');
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [secret, hex, hex.toUpperCase(), ...base64]
    .filter((form) => form.length >= SHORTEST)
    .map((form) => Buffer.from(form));
}

export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Places in which a secret lies, in whatever form. */
export function found(places: Iterable<Place>, secrets: ReadonlyMap<string, string>): string[] {
  const forms = [...secrets].map(([name, secret]) => [name, formsOf(secret)] as const);
  const hits: string[] = [];
  for (const { name: place, bytes } of places)
    for (const [name, each] of forms)
      if (each.some((form) => bytes.includes(form))) hits.push(`${name} in ${place}`);
  return hits;
}

/** Every file below a directory; one that is gone meanwhile holds nothing. */
export function* filesBelow(directory: string, leaveOut: readonly string[] = []): Generator<Place> {
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

/** The cluster's files with its write-ahead log and its own log, after a checkpoint; undefined where they are not ours to read. */
export async function clusterFiles(db: Db): Promise<Iterable<Place> | undefined> {
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
    yield* filesBelow(directory);
    const log = join(dirname(directory), 'postgres.log');
    try {
      yield { name: 'postgres.log', bytes: readFileSync(log) };
    } catch {
      // A server of its own logs elsewhere.
    }
  })();
}

/** Every row of every table, as text. */
export async function tableRows(db: Db): Promise<Place[]> {
  const tables = await db.introspection.getTables();
  const places: Place[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    places.push({ name: `table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) });
  }
  return places;
}
