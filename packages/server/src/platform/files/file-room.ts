import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, type FileAnswer } from '@northlight/contract';
import { type Clock, type Entropy, randomId } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { lockLimitKey } from '../db/limits.ts';
import { storageError } from './storage-error.ts';

export interface FileTable {
  /** Time-ordered, made before the file is written: an orphan's age can be read from its name. */
  id: string;
  owner_id: string;
  /** Who asks for it must say what for: `avatar`. */
  purpose: string;
  media_type: string;
  bytes: number;
  created_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    files: FileTable;
  }
}

export interface NewFile {
  readonly owner: string;
  readonly purpose: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const QUOTA_BYTES = 500 * 1024 * 1024;
const PART = '.part';

/**
 * Keeps files of accounts in the data directory, their facts in rows. A file is on the disk, whole, before its row
 * commits, so that no row is without its file; what a crash leaves is a file without a row, which `sweep` takes away.
 */
export class FileRoom {
  readonly directory: string;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #quota: number;

  constructor(dataDirectory: string, clock: Clock, entropy: Entropy, quota = QUOTA_BYTES) {
    this.directory = join(dataDirectory, 'files');
    this.#clock = clock;
    this.#entropy = entropy;
    this.#quota = quota;
  }

  /** Stores a file within the owner's quota; `also` runs in the transaction that makes it known. */
  async put(db: Db, file: NewFile, also: (tx: Tx, id: string) => Promise<void>): Promise<string> {
    const now = this.#clock.now();
    const id = randomId(this.#entropy, now);
    await this.#write(id, file.bytes);
    try {
      await db.transaction().execute(async (tx) => {
        await this.#checkQuota(tx, file);
        await tx
          .insertInto('files')
          .values({
            id,
            owner_id: file.owner,
            purpose: file.purpose,
            media_type: file.mediaType,
            bytes: file.bytes.length,
            created_at: new Date(now),
          })
          .execute();
        await also(tx, id);
      });
    } catch (error) {
      // Whether the commit arrived is not known when the connection broke: the sweep asks the rows.
      if (error instanceof DomainError) await rm(this.#path(id), { force: true });
      throw error;
    }
    return id;
  }

  /** A file as a stream; 259 when it is not there, or is not what it is asked for. */
  async get(db: Db, id: string, purpose: string): Promise<FileAnswer> {
    const row = await db
      .selectFrom('files')
      .select('media_type')
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    if (!row) throw new DomainError('fileMissing');
    const handle = await open(this.#path(id)).catch((error: unknown) => {
      throw storageError(error);
    });
    return { mediaType: row.media_type, bytes: handle.createReadStream() };
  }

  /** A file to read from anywhere in it; undefined when it is not there. The caller closes the handle. */
  async open(db: Db, id: string): Promise<{ handle: FileHandle; bytes: number } | undefined> {
    if (!(await this.#isKnown(db, id))) return undefined;
    const handle = await open(this.#path(id));
    return { handle, bytes: (await handle.stat()).size };
  }

  /** Forgets a file in the transaction of what replaces it; the sweep takes its bytes away. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('files').where('id', '=', id).execute();
  }

  /** Deletes what was written before a time and has no row: crashed uploads and removed files. */
  async sweep(db: Db, before: Date): Promise<number> {
    const names = await readdir(this.directory).catch(() => []);
    const old = names.filter((name) => writtenAt(name) < before.getTime());
    let deleted = 0;
    for (const name of old) {
      const id = name.endsWith(PART) ? undefined : name;
      if (id !== undefined && (await this.#isKnown(db, id))) continue;
      await rm(join(this.directory, name), { force: true });
      deleted++;
    }
    return deleted;
  }

  async #isKnown(db: Db, id: string): Promise<boolean> {
    return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  /** Whole or not at all: a part file, flushed, renamed, and the directory flushed too. */
  async #write(id: string, bytes: Uint8Array): Promise<void> {
    const part = this.#path(id) + PART;
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      await using file = await open(part, 'wx', 0o600);
      await file.writeFile(bytes);
      await file.sync();
      await rename(part, this.#path(id));
      await using directory = await open(this.directory);
      await directory.sync();
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw storageError(error);
    }
  }

  async #checkQuota(tx: Tx, { owner, bytes }: NewFile): Promise<void> {
    await lockLimitKey(tx, `files:${owner}`);
    const { used } = await tx
      .selectFrom('files')
      .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('used'))
      .where('owner_id', '=', owner)
      .executeTakeFirstOrThrow();
    if (used + bytes.length > this.#quota)
      throw new DomainError('storageFull', {
        status: 409,
        message: `Your files may have ${Math.floor(this.#quota / 2 ** 20)} MB together. Delete some first.`,
      });
  }

  #path(id: string): string {
    return join(this.directory, id);
  }
}

/** The time in a name (UUIDv7), Infinity for what is none of ours. */
function writtenAt(name: string): number {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name) ?? [];
  return high === undefined || low === undefined ? Infinity : Number.parseInt(high + low, 16);
}
