/**
 * Supervises one installation: PostgreSQL (unless DATABASE_URL is set) and the server process. Restarts processes that
 * exit, forwards signals and stops everything at the end.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, readConfig } from './platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { StartupError } from './platform/startup-error.ts';
import { lockDataDirectory } from './platform/data-lock.ts';

const SERVER_STOP_MS = 3_500;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 10_000;
/** Maximum delay between the end of a disk failure and the restart of PostgreSQL. */
const LAST_DATABASE_RETRY_MS = 2_000;

export interface Announcement {
  readonly address: string;
  /** Port settings with which a restart uses the same ports. */
  readonly ports: Readonly<Record<string, string>>;
  readonly administrator?: { account: string; password: string };
}

type ServerMessage =
  | ({ readonly kind: 'ready' } & Announcement)
  | { readonly kind: 'failed'; readonly message: string };

export interface SupervisorOptions {
  /** Program file of the server process. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  /** Called once, when the first server process is ready. */
  readonly announce: (announcement: Announcement) => void;
  readonly reportProblem: (line: string) => void;
}

/** Runs until the signal aborts. When the start fails, stops everything and throws a StartupError. */
export async function superviseInstallation(options: SupervisorOptions): Promise<void> {
  const { reportProblem, env, program, stop } = options;
  const config = readConfig(env);
  createDataDirectory(config.dataDirectory);
  using _lock = lockDataDirectory(config.dataDirectory);
  // Starts the first server process now, so that it loads its code while PostgreSQL starts.
  const first = forkServer(program, env);
  try {
    await using database = config.databaseUrl ? undefined : await Database.start(config, stop, reportProblem);
    await superviseServer(options, first, database?.url);
  } finally {
    first.kill('SIGKILL');
  }
}

function createDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
  } catch (cause) {
    throw new StartupError(
      `The data directory ${directory} cannot be created: set NORTHLIGHT_DATA to a directory that this user can write.`,
      { cause },
    );
  }
}

/** PostgreSQL, which is restarted whenever it exits unexpectedly. */
class Database implements AsyncDisposable {
  #current: EmbeddedPostgres;
  #stopping = false;
  readonly #config: Config;
  readonly #reportProblem: (line: string) => void;

  private constructor(config: Config, current: EmbeddedPostgres, reportProblem: (line: string) => void) {
    this.#config = config;
    this.#current = current;
    this.#reportProblem = reportProblem;
    void this.#watch();
  }

  static async start(
    config: Config,
    stop: AbortSignal,
    reportProblem: (line: string) => void,
  ): Promise<Database> {
    const database = new Database(config, await startEmbeddedPostgres(config.dataDirectory), reportProblem);
    stop.addEventListener('abort', () => (database.#stopping = true), { once: true });
    return database;
  }

  get url(): string {
    return this.#current.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    await this.#current.stop();
  }

  async #watch(): Promise<void> {
    for (;;) {
      await this.#current.exited;
      if (this.#stopping) return;
      this.#reportProblem('PostgreSQL exited unexpectedly: restarting it.');
      for (let pause = FIRST_RETRY_MS; !this.#stopping; pause = Math.min(LAST_DATABASE_RETRY_MS, pause * 2)) {
        try {
          this.#current = await startEmbeddedPostgres(this.#config.dataDirectory);
          break;
        } catch (error) {
          this.#reportProblem(error instanceof Error ? error.message : String(error));
          await wait(pause);
        }
      }
      if (this.#stopping) return this.#current.stop();
    }
  }
}

async function superviseServer(
  { announce, reportProblem, env, program, stop }: SupervisorOptions,
  first: ChildProcess,
  databaseUrl: string | undefined,
): Promise<void> {
  let hasServed = false;
  let pause = FIRST_RETRY_MS;
  /** Ports of the first start, which restarts use again, so that devices and pages can reconnect. */
  let ports: Announcement['ports'] = {};
  for (let child = first; !stop.aborted; child = forkServer(program, { ...env, ...ports })) {
    let isReady = false;
    const failure = await runServer(child, databaseUrl, stop, (announcement) => {
      isReady = true;
      ports = announcement.ports;
      if (!hasServed) announce(announcement);
      hasServed = true;
    });
    if (stop.aborted) return;
    if (!hasServed) throw new StartupError(failure ?? 'The server exited before it was ready.');
    reportProblem(`The server exited unexpectedly${failure ? ` (${failure})` : ''}: restarting it.`);
    // Restarts at once a server that had been ready; backs off when the server fails to start.
    pause = isReady ? FIRST_RETRY_MS : Math.min(LAST_RETRY_MS, pause * 2);
    await wait(pause, undefined, { signal: stop }).catch(() => undefined);
  }
}

/**
 * Starts a server in a separate process group, so that the server receives Ctrl-C only once, from the
 * supervisor.
 */
function forkServer(program: string, env: SupervisorOptions['env']): ChildProcess {
  return fork(program, {
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Sends a server process its database URL and waits for its exit. Returns the reason of a failure. */
async function runServer(
  child: ChildProcess,
  databaseUrl: string | undefined,
  stop: AbortSignal,
  onReady: (announcement: Announcement) => void,
): Promise<string | undefined> {
  let failure: string | undefined;
  child.on('message', (message: ServerMessage) => {
    if (message.kind === 'ready') onReady(message);
    else failure = message.message;
  });
  if (child.exitCode !== null) return `exit code ${child.exitCode}`;
  const exited = once(child, 'exit');
  if (databaseUrl !== undefined) child.send({ databaseUrl });
  const onStop = (): void => void stopServer(child, exited);
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', onStop);
  return failure ?? (signal ? `signal ${signal}` : code ? `exit code ${code}` : undefined);
}

async function stopServer(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const ended = await Promise.race([exited.then(() => true), wait(SERVER_STOP_MS, false, { ref: false })]);
  if (!ended) child.kill('SIGKILL');
}
