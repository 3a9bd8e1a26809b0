import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statfsSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('./cluster-guard.ts', import.meta.url));

/**
 * A temporary directory for one PostgreSQL cluster. Disposing of it stops PostgreSQL and removes the
 * directory.
 */
export interface ClusterDirectory extends AsyncDisposable {
  /** Path of the directory. Its mode is 0711, so that PostgreSQL can run in it as another user. */
  readonly path: string;
}

/** In-memory file system, where copying a database is up to 30 times faster than on disk. */
const MEMORY_DISK = '/dev/shm';
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * Returns the fastest directory for clusters whose data may be lost: in memory if 2 GiB are free there,
 * unless TMPDIR is set.
 */
export function findFastDirectory(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= MIN_FREE_BYTES ? MEMORY_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Creates a directory whose cluster never outlives this process. A separate guard process has a pipe to this
 * process and cleans up when the pipe closes. The cluster must be one level below `path`.
 */
export function createClusterDirectory(prefix: string, parent = tmpdir()): ClusterDirectory {
  const path = join(parent, `${prefix}${randomBytes(6).toString('hex')}`);
  // Starts the guard detached, so that a signal to this process group, such as Ctrl-C, does not end it.
  const guard = spawn(process.execPath, [GUARD, path], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exited = once(guard, 'exit');
  // Creates the directory after the guard has started, so that it never exists without a guard.
  mkdirSync(path);
  chmodSync(path, 0o711);
  const { stdin } = guard;
  // Lets this process exit while the guard and its pipe are open.
  guard.unref();
  if (stdin instanceof Socket) stdin.unref();
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      guard.ref();
      stdin.end();
      await exited;
    },
  };
}
