import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type LinkStore, type SavedState, savedState } from '../link/index.ts';

/** Stores the link's state in one file; write, sync and rename ensure that a power cut leaves the old or the new state. */
export class FileStore implements LinkStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Loads the state; undefined when the file does not exist. Rejects when the file cannot be read or parsed.
   */
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
    const temporary = `${this.#file}.new`;
    await using file = await open(temporary, 'w', 0o600);
    await file.writeFile(JSON.stringify(next));
    await file.sync();
    await rename(temporary, this.#file);
    await using folder = await open(directory, 'r');
    await folder.sync();
  }
}
