import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { storageError } from './storage-error.ts';

const PART = '.part';
const CHUNK_BYTES = 64 * 1024;

/** A file that is open for reading; disposing closes it. */
export interface OpenFile extends AsyncDisposable {
  readonly bytes: number;
  /** The file, or its bytes from `start` to `end`, both included. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
}

export interface StoredName {
  /** What `delete` takes. */
  readonly name: string;
  /** Undefined for a file that was never finished. */
  readonly id: string | undefined;
  /** When it was begun (ms), from its id; Infinity for what is none of ours. */
  readonly writtenAt: number;
}

/** Keeps the bytes of files by id, shared by all server processes: in a directory, or elsewhere behind the same promises. */
export interface FileStore {
  /** Resolves when the file is durable, whole or not at all. Throws 258 when there is no room. */
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** Throws 259 when there is no such file. */
  open(id: string): Promise<OpenFile>;
  list(): Promise<readonly StoredName[]>;
  /** Deletes a file; one that is not there is no error. */
  delete(name: string): Promise<void>;
}

/** Files in a directory of this machine, or in one that several machines share. */
export class DirectoryFileStore implements FileStore {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** A part file, flushed, renamed, and the directory flushed too. */
  async write(id: string, bytes: Uint8Array): Promise<void> {
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

  async open(id: string): Promise<OpenFile> {
    const handle = await open(this.#path(id)).catch((error: unknown) => {
      throw storageError(error);
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
      id: name.endsWith(PART) ? undefined : name,
      writtenAt: timeIn(name),
    }));
  }

  async delete(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  #path(name: string): string {
    return join(this.directory, name);
  }
}

/** The time in a name (UUIDv7). */
function timeIn(name: string): number {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(name) ?? [];
  return high === undefined || low === undefined ? Infinity : Number.parseInt(high + low, 16);
}
