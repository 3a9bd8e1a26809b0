import { finished, type Readable } from 'node:stream';
import { DomainError, type FileAnswer } from '@northlight/contract';
import { type Clock, type Entropy, createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import { lockLimitKey } from '../db/limits.ts';
import type { FileStore, OpenFile } from './file-store.ts';

export interface FileTable {
  /**
   * Id of the file. It contains the time and is created before the file is written, so that the name of an
   * orphan shows its age.
   */
  id: string;
  /** Account or project to which the file belongs: one of them. */
  owner_id: string | null;
  project_id: number | null;
  /** Callers must request a file with its purpose, for example `avatar`. */
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

/** The account or the project to which a file belongs; its quota counts the file. */
export type FileOwner = { readonly accountId: string } | { readonly projectId: number };

export interface NewFile {
  readonly owner: FileOwner;
  readonly purpose: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const sumBytes = (files: readonly Pick<NewFile, 'bytes'>[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

const QUOTA_BYTES = 500 * 1024 * 1024;

/** Deletes the rows of files in the caller's transaction; the sweep deletes their content. */
export async function deleteFileRows(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('files').where('id', 'in', ids).execute();
}

/** Lists the files of a purpose that were created before a time. */
export async function listFileIds(db: Db, purpose: string, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('purpose', '=', purpose)
    .where('created_at', '<', before)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Files of accounts and projects: their content is in a file store, and their metadata is in rows. A file is durable
 * before its row commits, so that every row has its file. A crash can leave a file without a row, which
 * `sweep` deletes.
 */
export class AccountFiles {
  readonly #store: FileStore;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #quota: number;

  constructor(store: FileStore, clock: Clock, entropy: Entropy, quota = QUOTA_BYTES) {
    this.#store = store;
    this.#clock = clock;
    this.#entropy = entropy;
    this.#quota = quota;
  }

  /** Stores a file within the owner's quota. `inTransaction` runs in the transaction that inserts its row. */
  async put(db: Db, file: NewFile, inTransaction: (tx: Tx, id: string) => Promise<void>): Promise<string> {
    const [id = ''] = await this.putAll(db, file.owner, [file], (tx, ids) => inTransaction(tx, ids[0] ?? ''));
    return id;
  }

  /**
   * Stores files of one owner, all of them or none. `inTransaction` runs in the transaction that inserts their rows, and
   * gets their ids in the order of the files.
   */
  async putAll(
    db: Db,
    owner: FileOwner,
    files: readonly Omit<NewFile, 'owner'>[],
    inTransaction: (tx: Tx, ids: readonly string[]) => Promise<void>,
  ): Promise<readonly string[]> {
    const now = this.#clock.now();
    const stored = files.map((file) => ({ ...file, id: createRandomId(this.#entropy, now) }));
    const ids = stored.map(({ id }) => id);
    const removeAll = () => Promise.all(ids.map((id) => this.#store.delete(id)));
    const written = await Promise.allSettled(stored.map(({ bytes, id }) => this.#store.write(id, bytes)));
    const failed = written.find((each) => each.status === 'rejected');
    if (failed) {
      await removeAll();
      throw failed.reason;
    }
    try {
      await db.transaction().execute(async (tx) => {
        await this.#checkQuota(tx, owner, sumBytes(files));
        const rows = stored.map(({ bytes, id, mediaType, purpose }) => ({
          id,
          owner_id: 'accountId' in owner ? owner.accountId : null,
          project_id: 'projectId' in owner ? owner.projectId : null,
          purpose,
          media_type: mediaType,
          bytes: bytes.length,
          created_at: new Date(now),
        }));
        await insertRows(tx, 'files', rows).execute();
        await inTransaction(tx, ids);
      });
    } catch (error) {
      // Keeps the files after a connection error, because the commit may have succeeded; the sweep checks the
      // rows.
      if (error instanceof DomainError) await removeAll();
      throw error;
    }
    return ids;
  }

  /** Returns a file as a stream. Throws 259 when it does not exist or has another purpose. */
  async get(db: Db, id: string, purpose: string): Promise<FileAnswer & { readonly bytes: Readable }> {
    const row = await db
      .selectFrom('files')
      .select('media_type')
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    if (!row) throw new DomainError('fileMissing');
    const file = await this.#store.open(id);
    const bytes = file.read();
    // A response that reads the stream to its end does not destroy it, so that it never emits `close`.
    finished(bytes, () => void file[Symbol.asyncDispose]());
    return { mediaType: row.media_type, bytes };
  }

  /** Opens a file for random access; undefined when it does not exist. The caller disposes of it. */
  async open(db: Db, id: string): Promise<OpenFile | undefined> {
    return (await this.#isKnown(db, id)) ? this.#store.open(id) : undefined;
  }

  /** Deletes the row of a file in the caller's transaction; the sweep deletes its content. */
  async remove(tx: Tx, id: string): Promise<void> {
    await deleteFileRows(tx, [id]);
  }

  /** Deletes files written before a time that have no row (crashed uploads, removed files). Returns their number. */
  async sweep(db: Db, before: Date): Promise<number> {
    let deleted = 0;
    for (const { id, name, writtenAt } of await this.#store.list()) {
      if (writtenAt >= before.getTime() || (id !== undefined && (await this.#isKnown(db, id)))) continue;
      await this.#store.delete(name);
      deleted++;
    }
    return deleted;
  }

  async #isKnown(db: Db, id: string): Promise<boolean> {
    return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  async #checkQuota(tx: Tx, owner: FileOwner, bytes: number): Promise<void> {
    const [column, id] =
      'projectId' in owner
        ? (['project_id', owner.projectId] as const)
        : (['owner_id', owner.accountId] as const);
    await lockLimitKey(tx, `files:${id}`);
    const { used } = await tx
      .selectFrom('files')
      .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('used'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow();
    if (used + bytes <= this.#quota) return;
    const whose = column === 'project_id' ? 'The files of a project' : 'Your files';
    throw new DomainError('storageFull', {
      status: 409,
      message: `${whose} can have ${Math.floor(this.#quota / 2 ** 20)} MB in total. Delete some first.`,
    });
  }
}
