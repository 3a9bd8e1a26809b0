import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A partial download that can be resumed. It is always a prefix of the file, because data is only appended.
 */
export class PartialFile implements AsyncDisposable {
  readonly #path: string;
  #handle: FileHandle;
  #hash: Hash;
  bytes: number;
  /** ETag of the file. A second file stores it for the next process. */
  etag: string | undefined;

  private constructor(path: string, handle: FileHandle, found: { hash: Hash; bytes: number; etag?: string }) {
    this.#path = path;
    this.#handle = handle;
    this.#hash = found.hash;
    this.bytes = found.bytes;
    this.etag = found.etag;
  }

  /**
   * Opens a partial file for resuming. Starts from the beginning when the part is too long or its ETag is
   * unknown.
   */
  static async open(path: string, size: number): Promise<PartialFile> {
    const handle = await open(path, 'a', 0o600);
    const etag = await readFile(`${path}.etag`, 'utf8').catch(() => undefined);
    const { size: there } = await handle.stat();
    const hash = createHash('sha256');
    const part = new PartialFile(path, handle, { hash, bytes: there, ...(etag !== undefined && { etag }) });
    if (there > size || (there > 0 && etag === undefined)) await part.restart(undefined);
    else for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    return part;
  }

  async restart(etag: string | undefined): Promise<void> {
    await this.#handle.truncate(0);
    this.#hash = createHash('sha256');
    this.bytes = 0;
    this.etag = etag;
    if (etag === undefined) await rm(`${this.#path}.etag`, { force: true });
    else await writeFile(`${this.#path}.etag`, etag, { mode: 0o600 });
  }

  async append(chunk: Buffer): Promise<void> {
    await this.#handle.appendFile(chunk);
    this.#hash.update(chunk);
    this.bytes += chunk.length;
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Syncs the file and renames it to its final name. */
  async finish(file: string): Promise<void> {
    await this.#handle.sync();
    await rename(this.#path, file);
    await rm(`${this.#path}.etag`, { force: true });
    await using folder = await open(dirname(file), 'r');
    await folder.sync();
  }

  async discard(): Promise<void> {
    await rm(this.#path, { force: true });
    await rm(`${this.#path}.etag`, { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
