/**
 * Keeps one installation alive: PostgreSQL (unless DATABASE_URL names another) and the server process. Restarts what
 * dies, passes signals on, and leaves nothing behind.
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
/** A disk that works again is noticed by then. */
const LAST_DATABASE_RETRY_MS = 2_000;

export interface Announcement {
  readonly address: string;
  /** Settings that name the ports in use. */
  readonly ports: Readonly<Record<string, string>>;
  readonly administrator?: { account: string; password: string };
}

type ServerMessage =
  | ({ readonly kind: 'ready' } & Announcement)
  | { readonly kind: 'failed'; readonly message: string };

export interface SupervisorOptions {
  /** File of the program that a server process runs. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  /** Called once, when the first server process is ready. */
  readonly announce: (announcement: Announcement) => void;
  readonly complain: (line: string) => void;
}

/** Runs until the signal aborts. Throws StartupError, with everything stopped again, when it cannot start. */
export async function supervise(options: SupervisorOptions): Promise<void> {
  const { complain, env, program, stop } = options;
  const config = readConfig(env);
  makeDataDirectory(config.dataDirectory);
  using _lock = lockDataDirectory(config.dataDirectory);
  // The first server process loads its code while PostgreSQL starts.
  const first = forkServer(program, env);
  try {
    await using database = config.databaseUrl ? undefined : await Database.start(config, stop, complain);
    await keepServer(options, first, database?.url);
  } finally {
    first.kill('SIGKILL');
  }
}

function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
  } catch (cause) {
    throw new StartupError(
      `The data directory ${directory} cannot be made: set NORTHLIGHT_DATA to a directory that this user may write.`,
      { cause },
    );
  }
}

/** PostgreSQL, started again whenever it ends by itself. */
class Database implements AsyncDisposable {
  #current: EmbeddedPostgres;
  #stopping = false;
  readonly #config: Config;
  readonly #complain: (line: string) => void;

  private constructor(config: Config, current: EmbeddedPostgres, complain: (line: string) => void) {
    this.#config = config;
    this.#current = current;
    this.#complain = complain;
    void this.#watch();
  }

  static async start(config: Config, stop: AbortSignal, complain: (line: string) => void): Promise<Database> {
    const database = new Database(config, await startEmbeddedPostgres(config.dataDirectory), complain);
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
      this.#complain('PostgreSQL ended unexpectedly; starting it again.');
      for (let pause = FIRST_RETRY_MS; !this.#stopping; pause = Math.min(LAST_DATABASE_RETRY_MS, pause * 2)) {
        try {
          this.#current = await startEmbeddedPostgres(this.#config.dataDirectory);
          break;
        } catch (error) {
          this.#complain(error instanceof Error ? error.message : String(error));
          await wait(pause);
        }
      }
      if (this.#stopping) return this.#current.stop();
    }
  }
}

async function keepServer(
  { announce, complain, env, program, stop }: SupervisorOptions,
  first: ChildProcess,
  databaseUrl: string | undefined,
): Promise<void> {
  let served = false;
  let pause = FIRST_RETRY_MS;
  /** Devices and pages come back to the ports of the first start, also where the settings leave them open. */
  let ports: Announcement['ports'] = {};
  for (let child = first; !stop.aborted; child = forkServer(program, { ...env, ...ports })) {
    let ready = false;
    const failure = await runServer(child, databaseUrl, stop, (announcement) => {
      ready = true;
      ports = announcement.ports;
      if (!served) announce(announcement);
      served = true;
    });
    if (stop.aborted) return;
    if (!served) throw new StartupError(failure ?? 'The server ended before it was ready.');
    complain(`The server ended unexpectedly${failure ? ` (${failure})` : ''}; starting it again.`);
    // One that served and died is wanted back at once; one that does not even start is tried ever more rarely.
    pause = ready ? FIRST_RETRY_MS : Math.min(LAST_RETRY_MS, pause * 2);
    await wait(pause, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** A process group of its own, so that Ctrl-C reaches it once, from here. */
function forkServer(program: string, env: SupervisorOptions['env']): ChildProcess {
  return fork(program, {
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Gives a server process its database and waits for its end; answers why it failed, when it said so. */
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
