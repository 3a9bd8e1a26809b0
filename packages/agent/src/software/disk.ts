import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';

/** Disk operations. The effect of `write` and `rename` survives a power cut only after a `sync`. */
export interface Disk {
  list(directory: string): Promise<readonly string[]>;
  /** Returns undefined when the file does not exist. */
  read(file: string): Promise<Uint8Array | undefined>;
  makeDirectory(directory: string): Promise<void>;
  write(file: string, bytes: Uint8Array): Promise<void>;
  /** Syncs a file or a directory. */
  sync(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export const nodeDisk: Disk = {
  list: (directory) =>
    readdir(directory).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    }),
  read: (file) =>
    readFile(file).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  makeDirectory: async (directory) => void (await mkdir(directory, { recursive: true, mode: 0o700 })),
  write: async (file, bytes) => {
    await using handle = await open(file, 'w', 0o600);
    await handle.writeFile(bytes);
  },
  sync: async (path) => {
    await using handle = await open(path, 'r');
    await handle.sync();
  },
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
};
