import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('./cluster-guard.ts', import.meta.url));

/** A temporary directory for one PostgreSQL cluster. Its disposal stops PostgreSQL and removes the directory. */
export interface ClusterDirectory extends AsyncDisposable {
  /** Mode 0711: PostgreSQL of another user may run below it. */
  readonly path: string;
}

/** Files in memory: a database is copied there in a thirtieth of the time that some disks take. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

/** Where clusters whose data need not survive are made fastest: in memory where there is room and TMPDIR names no place. */
export function fastDirectory(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Makes a directory whose cluster does not outlive this process, however it ends: a process of its own holds a pipe to
 * this one, and cleans up when the pipe closes. The cluster must lie one level below `path`.
 */
export function clusterDirectory(prefix: string, parent = tmpdir()): ClusterDirectory {
  const path = mkdtempSync(join(parent, prefix));
  chmodSync(path, 0o711);
  // A session of its own: a signal to this process group, such as Ctrl-C, must not end the guard.
  const guard = spawn(process.execPath, [GUARD, path], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exited = once(guard, 'exit');
  const { stdin } = guard;
  // Neither may keep this process running when it is done.
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
