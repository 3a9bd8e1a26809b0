import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
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

/**
 * Makes a directory whose cluster does not outlive this process, however it ends: a process of its own holds a pipe to
 * this one, and cleans up when the pipe closes. The cluster must lie one level below `path`.
 */
export function clusterDirectory(prefix: string): ClusterDirectory {
  const path = mkdtempSync(join(tmpdir(), prefix));
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
