import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type LinkStore, type SavedState, savedState } from './link/index.ts';

/** Keeps the link's state in one file: written beside it, synced, renamed over it, so that a power cut finds old or new. */
export class FileStore implements LinkStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Undefined when there is no file yet; rejects when it is there and cannot be read as state. */
  async load(): Promise<SavedState | undefined> {
    try {
      return savedState.parse(JSON.parse(await readFile(this.#file, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw new Error(`The state in ${this.#file} cannot be read.`, { cause: error });
    }
  }

  async save(next: SavedState): Promise<void> {
    const directory = dirname(this.#file);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const beside = `${this.#file}.new`;
    await using file = await open(beside, 'w', 0o600);
    await file.writeFile(JSON.stringify(next));
    await file.sync();
    await rename(beside, this.#file);
    await using folder = await open(directory, 'r');
    await folder.sync();
  }
}
