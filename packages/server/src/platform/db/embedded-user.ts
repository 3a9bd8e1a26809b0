import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** User and group id of the system's unprivileged account. */
const UNPRIVILEGED_ID = 65534;
const OTHERS_EXECUTE = 0o001;

/** User of a PostgreSQL program, which refuses to run as root; undefined ids keep the current user. */
export interface PostgresUser {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  /**
   * Arguments before the command line that make the program run although its user cannot enter a parent
   * directory.
   */
  readonly prefix: readonly string[];
}

/** Creates the data directory (0711) and chooses the user that PostgreSQL runs as. */
export function choosePostgresUser(dataDirectory: string): PostgresUser {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined, prefix: [] };
  const owner = statSync(dataDirectory);
  const user =
    owner.uid === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : { uid: owner.uid, gid: owner.gid };
  const closed = findInaccessibleParent(dataDirectory, user.uid);
  if (!closed) return { ...user, prefix: [] };
  const prefix = buildCrossingPrefix(user.uid, user.gid);
  if (canRun([...prefix, 'true'])) return { uid: undefined, gid: undefined, prefix };
  throw new StartupError(
    `PostgreSQL runs as user ${user.uid}, which cannot enter ${closed}: set NORTHLIGHT_DATA to a directory outside it.`,
  );
}

/** Creates a directory that only the PostgreSQL user can read. */
export function createPrivateDirectory(
  path: string,
  user: PostgresUser,
  runsAs: { uid: number; gid: number },
): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined || user.prefix.length > 0) chownSync(path, runsAs.uid, runsAs.gid);
}

export function findPostgresOwner(dataDirectory: string): { uid: number; gid: number } {
  const owner = statSync(dataDirectory);
  if (process.getuid?.() === 0 && owner.uid === 0) return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
  return { uid: owner.uid, gid: owner.gid };
}

function findInaccessibleParent(path: string, uid: number): string | undefined {
  for (let directory = resolve(path); ; directory = dirname(directory)) {
    const { mode, uid: owner } = statSync(directory);
    if (owner !== uid && (mode & OTHERS_EXECUTE) === 0) return directory;
    if (directory === dirname(directory)) return undefined;
  }
}

function buildCrossingPrefix(uid: number, gid: number): string[] {
  const ids = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  return ['setpriv', ...ids, '--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search'];
}

function canRun([program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
