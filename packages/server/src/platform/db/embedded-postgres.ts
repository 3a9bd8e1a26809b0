/**
 * Supervises the PostgreSQL that is bundled with Northlight: creates its cluster, starts it, adopts a running one and stops
 * it. PostgreSQL listens only on a unix socket in the data directory.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { readCommandLine, endWhenStuck } from './postmaster-watch.ts';
import { StartupError } from '../startup-error.ts';
import { findEmbeddedPostgresHome } from './embedded-binaries.ts';
import {
  choosePostgresUser,
  createPrivateDirectory,
  type PostgresUser,
  findPostgresOwner,
} from './embedded-user.ts';

export const POSTGRES_MAJOR = '18';
const SOCKET_PATH_LIMIT = 100;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const MB = 1024 * 1024;
const run = promisify(execFile);

export interface EmbeddedPostgres extends AsyncDisposable {
  /** URL for the `pg` driver: `postgresql://postgres@/northlight?host=…`. */
  readonly url: string;
  readonly pid: number;
  /** True when the server was already running. */
  readonly adopted: boolean;
  /** Resolves when the server process has exited, for any reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts or adopts the cluster in `<dataDirectory>/postgres`. `settings` override the product's settings, for tests whose
 * data may be lost.
 */
export async function startEmbeddedPostgres(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const home = findEmbeddedPostgresHome();
  const user = choosePostgresUser(dataDirectory);
  const owner = findPostgresOwner(dataDirectory);
  const cluster = join(dataDirectory, 'postgres');
  const sockets = join(dataDirectory, 'postgres-socket');
  if (sockets.length > SOCKET_PATH_LIMIT)
    throw new StartupError(
      `The path ${dataDirectory} is too long for a unix socket: set NORTHLIGHT_DATA to a shorter one.`,
    );
  createPrivateDirectory(sockets, user, owner);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    rmSync(cluster, { recursive: true, force: true });
    createPrivateDirectory(cluster, user, owner);
    await initialiseCluster(home, cluster, user);
  }
  checkMajor(cluster);
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(sockets)}`;
  const adopted = findRunningPostmaster(cluster);
  const log = join(dataDirectory, 'postgres.log');
  if (adopted !== undefined) {
    const running = supervisePostmaster(url, adopted, undefined);
    // The adopted server may still be recovering from the crash of its supervisor.
    await waitUntilReady(url, running.exited, log);
    return running;
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  const child = launchPostmaster({ home, cluster, sockets, user, log }, settings);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const running = supervisePostmaster(url, child.pid ?? 0, { exited, ref: () => child.ref() });
  await waitUntilReady(url, exited, log);
  return running;
}

function buildCommand(user: PostgresUser, argv: readonly string[]): [program: string, args: string[]] {
  const [program = '', ...args] = [...user.prefix, ...argv];
  return [program, args];
}

async function initialiseCluster(home: string, cluster: string, user: PostgresUser): Promise<void> {
  const options = ['-E', 'UTF8', '--locale=C', '-U', 'postgres', '--auth-local=trust', '--auth-host=reject'];
  const [program, args] = buildCommand(user, [join(home, 'bin', 'initdb'), '-D', cluster, ...options]);
  try {
    await run(program, args, { ...(user.uid !== undefined && { uid: user.uid, gid: user.gid }), cwd: '/' });
  } catch (cause) {
    rmSync(cluster, { recursive: true, force: true });
    const detail =
      cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim().split('\n').at(-1) : '';
    throw new StartupError(`PostgreSQL could not create its files in ${cluster}: ${detail}`, { cause });
  }
}

function checkMajor(cluster: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== POSTGRES_MAJOR)
    throw new StartupError(
      `The data directory was created by PostgreSQL ${found}, this version needs ${POSTGRES_MAJOR}: restore a backup into a new NORTHLIGHT_DATA.`,
    );
}

interface Launch {
  readonly home: string;
  readonly cluster: string;
  readonly sockets: string;
  readonly user: PostgresUser;
  /** Path of the file that receives the output. */
  readonly log: string;
}

function launchPostmaster(
  { cluster, home, log, sockets, user }: Launch,
  overrides: Readonly<Record<string, string>>,
): ChildProcess {
  const sharedBuffers = Math.min(1024, Math.max(64, Math.round(totalmem() / 16 / MB)));
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    shared_buffers: `${sharedBuffers}MB`,
    max_wal_size: '512MB',
    wal_compression: 'on',
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '60',
    ...overrides,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, args] = buildCommand(user, [join(home, 'bin', 'postgres'), '-D', cluster, ...flags]);
  const output = openSync(log, 'a');
  // Uses a separate process group, so that Ctrl-C reaches the supervisor, which stops the server first.
  const child = spawn(program, args, {
    detached: true,
    cwd: '/',
    stdio: ['ignore', output, output],
    ...(user.uid !== undefined && { uid: user.uid, gid: user.gid }),
  });
  child.on('error', () => undefined);
  child.unref();
  return child;
}

async function waitUntilReady(url: string, exited: Promise<void>, log: string): Promise<void> {
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += 25) {
    if (await acceptsQueries(url)) return;
    if (hasExited) break;
    await wait(25);
  }
  const lastLine = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : '';
  throw new StartupError(`PostgreSQL did not start: ${lastLine} (see ${log})`);
}

async function acceptsQueries(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the pid of a running postmaster of this cluster. A lock whose process is another program is stale. */
function findRunningPostmaster(cluster: string): number | undefined {
  const lock = join(cluster, 'postmaster.pid');
  if (!existsSync(lock)) return undefined;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 && readCommandLine(pid).includes(cluster) ? pid : undefined;
}

interface OwnChild {
  readonly exited: Promise<void>;
  /** Keeps the event loop running until the child exits. */
  readonly ref: () => void;
}

function supervisePostmaster(url: string, pid: number, own: OwnChild | undefined): EmbeddedPostgres {
  const alive = (): boolean => {
    try {
      process.kill(pid, 0);
      return !readCommandLine(pid).startsWith(' ') && readCommandLine(pid) !== '';
    } catch {
      return false;
    }
  };
  const exited = own?.exited ?? watchAdopted(alive);
  let isStopping = false;
  void endWhenStuck(pid, () => !isStopping && alive());
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (!alive()) return;
    own?.ref();
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < STOP_TIMEOUT_MS && alive(); waited += 20) await wait(20);
    if (alive()) process.kill(pid, 'SIGQUIT');
  };
  return { url, pid, adopted: own === undefined, exited, stop, [Symbol.asyncDispose]: stop };
}

/**
 * Polls once a second, because the exit of a process that is not a child cannot be awaited. Does not keep the
 * event loop running.
 */
async function watchAdopted(alive: () => boolean): Promise<void> {
  while (alive()) await wait(1000, undefined, { ref: false });
}
