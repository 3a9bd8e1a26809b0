import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findStorageError } from './storage-error.ts';

const PART_SUFFIX = '.part';
const CHUNK_BYTES = 64 * 1024;

/** A file that is open for reading. Disposing of it closes the file. */
export interface OpenFile extends AsyncDisposable {
  readonly bytes: number;
  /** Streams the file, or its bytes from `start` to `end` inclusive. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
}

export interface StoredName {
  /** Name of the stored file, for `delete`. */
  readonly name: string;
  /** Id of the file; undefined for an unfinished one. */
  readonly id: string | undefined;
  /** Creation time from the id (ms); Infinity for a name without an id. */
  readonly writtenAt: number;
}

/** Stores file contents by id for all server processes. */
export interface FileStore {
  /**
   * Stores a file; resolves when the complete file is durable, otherwise leaves no file. Throws 258 when the
   * disk is full.
   */
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** Throws 259 when the file does not exist. */
  open(id: string): Promise<OpenFile>;
  list(): Promise<readonly StoredName[]>;
  /** Deletes a file; does nothing when it does not exist. */
  delete(name: string): Promise<void>;
}

/** File store in a local or shared directory. */
export class DirectoryFileStore implements FileStore {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Writes and flushes a temporary file, renames it and flushes the directory. */
  async write(id: string, bytes: Uint8Array): Promise<void> {
    const part = this.#path(id) + PART_SUFFIX;
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
      throw findStorageError(error);
    }
  }

  async open(id: string): Promise<OpenFile> {
    const handle = await open(this.#path(id)).catch((error: unknown) => {
      throw findStorageError(error);
    });
    try {
      return {
        bytes: (await handle.stat()).size,
        read: (range) => handle.createReadStream({ ...range, highWaterMark: CHUNK_BYTES, autoClose: false }),
        [Symbol.asyncDispose]: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async list(): Promise<readonly StoredName[]> {
    const names = await readdir(this.directory).catch(() => []);
    return names.map((name) => ({
      name,
      id: name.endsWith(PART_SUFFIX) ? undefined : name,
      writtenAt: parseTimeOfName(name),
    }));
  }

  async delete(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  #path(name: string): string {
    return join(this.directory, name);
  }
}

/** Returns the time (ms) encoded in a UUIDv7 name; Infinity for other names. */
function parseTimeOfName(name: string): number {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name) ?? [];
  return high === undefined || low === undefined ? Infinity : Number.parseInt(high + low, 16);
}
