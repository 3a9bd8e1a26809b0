import { readFile } from 'node:fs/promises';

/**
 * Number of file descriptors that devices cannot use, because the console, PostgreSQL, files and logs need
 * them.
 */
const RESERVED_FILES = 2_000;

/**
 * Returns the maximum number of sockets for devices: the file limit of this process without a reserve, but at
 * least half of the limit.
 */
export async function computeMaxDeviceSockets(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.floor(Math.max(files - RESERVED_FILES, files / 2));
}
