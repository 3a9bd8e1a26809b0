import { readFile } from 'node:fs/promises';

/** File descriptors that devices cannot take: the console, PostgreSQL, files and logs need them. */
const RESERVED_FILES = 2_000;

/** Returns the sockets that devices may hold at the same time: the file limit of this process less a reserve, at least half of it. */
export async function computeMaxDeviceSockets(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.floor(Math.max(files - RESERVED_FILES, files / 2));
}
