import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUR_MS, createRandomId, SteppedClock, SystemEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { MIGRATIONS } from '../../schema.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { applyMigrations } from '../db/migrate.ts';
import { AccountFiles } from './account-files.ts';
import { DirectoryFileStore } from './file-store.ts';
import { findStorageError } from './storage-error.ts';

const entropy = new SystemEntropy();
const clock = new SteppedClock();
const directory = mkdtempSync(join(tmpdir(), 'nl-files-'));
const store = new DirectoryFileStore(join(directory, 'files'));
const files = new AccountFiles(store, clock, entropy, 1000);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  db = openDatabase(database.url, () => undefined);
  await applyMigrations(db, MIGRATIONS);
});
afterAll(async () => {
  await db.destroy();
  await database[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const owner = (): string => createRandomId(entropy, clock.now());
const file = (bytes: number, of = owner()) => ({
  owner: { accountId: of },
  purpose: 'test',
  mediaType: 'text/plain',
  bytes: Buffer.alloc(bytes, 'x'),
});
const nothing = () => Promise.resolve();
const names = (): string[] => readdirSync(store.directory);

async function read(id: string): Promise<string> {
  const { bytes } = await files.get(db, id, 'test');
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Counts the descriptors of this process that are open for stored files. */
const countOpenFiles = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(store.directory);
    } catch {
      return false;
    }
  }).length;

test.skipIf(process.platform !== 'linux')(
  'closes a file when it was read, as a response reads it, and when the reader leaves',
  async () => {
    const id = await files.put(db, file(300), nothing);
    const whole = await files.get(db, id, 'test');
    whole.bytes.resume();
    await vi.waitFor(() => expect(countOpenFiles()).toBe(0));
    const left = await files.get(db, id, 'test');
    expect(countOpenFiles()).toBe(1);
    left.bytes.destroy();
    await vi.waitFor(() => expect(countOpenFiles()).toBe(0));
  },
);

test('returns an uploaded file unchanged, and only for the purpose of its upload', async () => {
  const id = await files.put(db, file(300), nothing);
  expect(await read(id)).toBe('x'.repeat(300));
  expect(statSync(join(store.directory, id)).mode & 0o777).toBe(0o600);
  await expect(files.get(db, id, 'avatar')).rejects.toMatchObject({ code: 259 });
  await expect(files.get(db, owner(), 'test')).rejects.toMatchObject({ code: 259 });
});

test('enforces the quota under parallel uploads and frees space of removed files', async () => {
  const of = owner();
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => files.put(db, file(300, of), nothing)),
  );
  const stored = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(stored).toHaveLength(3);
  expect(all.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 258, status: 409 } });
  await db.transaction().execute((tx) => files.remove(tx, stored[0] ?? ''));
  await files.put(db, file(300, of), nothing);
});

test('sweeps orphaned and removed files after 1 h and keeps files that have rows', async () => {
  const kept = await files.put(db, file(10), nothing);
  const failed = files.put(db, file(10), () => Promise.reject(new Error('the connection broke')));
  await expect(failed).rejects.toThrow('the connection broke');
  const removed = await files.put(db, file(10), nothing);
  await db.transaction().execute((tx) => files.remove(tx, removed));
  const before = names().length;
  await files.sweep(db, new Date(clock.now() - HOUR_MS));
  expect(names()).toHaveLength(before);
  await clock.leap(2 * HOUR_MS);
  await files.sweep(db, new Date(clock.now() - HOUR_MS));
  expect(names()).not.toContain(removed);
  const rows = await db.selectFrom('files').select('id').execute();
  expect(names().sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(await read(kept)).toBe('x'.repeat(10));
});

test(
  'never leaves a row without its complete file, wherever the process is killed',
  { tags: ['proof'] },
  async () => {
    const program = fileURLToPath(new URL('testing/put-forever.ts', import.meta.url));
    const target = mkdtempSync(join(tmpdir(), 'nl-killed-'));
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, [program, database.url, target], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      // Each round waits longer before the kill, so that the kill interrupts another step of storing a file.
      const start = performance.now();
      while (performance.now() - start < round * 3.7) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const rows = await db
      .selectFrom('files')
      .select(['id', 'bytes'])
      .where('purpose', '=', 'killed')
      .execute();
    // Expects at least one row per round.
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const { id, bytes } of rows) expect(statSync(join(target, 'files', id)).size, id).toBe(bytes);
    const killed = new DirectoryFileStore(join(target, 'files'));
    await new AccountFiles(killed, clock, entropy).sweep(db, new Date(8.64e15));
    expect(readdirSync(killed.directory).sort()).toEqual(rows.map(({ id }) => id).sort());
    rmSync(target, { recursive: true, force: true });
  },
);

test.each([
  ['ENOSPC', 258],
  ['EDQUOT', 258],
  ['EFBIG', 258],
  ['EIO', 258],
  ['EROFS', 258],
  ['ENOENT', 259],
])('maps disk error %s to code %d', (code, expected) => {
  expect(findStorageError(Object.assign(new Error('disk'), { code }))).toMatchObject({ code: expected });
});

test('rejects an upload with code 258 on a full disk, and leaves no file', async () => {
  // Simulates a full disk on every machine by a file size limit of the process.
  const target = mkdtempSync(join(tmpdir(), 'nl-full-'));
  const program = fileURLToPath(new URL('testing/put-forever.ts', import.meta.url));
  const command = `ulimit -f 8; trap '' XFSZ; exec "$0" "$1" "$2" "$3" once`;
  const child = spawn('bash', ['-c', command, process.execPath, program, database.url, target]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await once(child, 'exit');
  expect(output).toContain('258');
  expect(readdirSync(join(target, 'files'))).toEqual([]);
  rmSync(target, { recursive: true, force: true });
});

test('returns other disk errors unchanged', () => {
  const error = Object.assign(new Error('disk'), { code: 'EMFILE' });
  expect(findStorageError(error)).toBe(error);
});
