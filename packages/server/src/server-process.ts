import { once } from 'node:events';
import { usesDemo } from './demo.ts';
import type { Demo } from './services.ts';
import { readConfig } from './platform/config.ts';
import { StartupError } from './platform/startup-error.ts';
import { startServer } from './server.ts';

const STARTUP_FAILED = 1;

export interface ServerProgram {
  /** Loads the demo's code; absent in a program without the demo. */
  readonly loadDemo?: () => Promise<Demo>;
}

/** Main function of a server process, which serves until a stop signal or the end of its supervisor. */
export async function runServerProcess(program: ServerProgram = {}): Promise<void> {
  try {
    await serve(program);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.send?.({ kind: 'failed', message: error.message });
    if (!process.send) process.stderr.write(`${error.message}\n`);
    process.exitCode = STARTUP_FAILED;
  } finally {
    if (process.connected) process.disconnect();
  }
}

async function serve({ loadDemo }: ServerProgram): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  process.once('disconnect', () => stop.abort());
  const settings = readConfig(process.env);
  // Disables the demo when the program does not include its code.
  const config = loadDemo ? settings : { ...settings, demo: false };
  const demo = usesDemo(config) ? await loadDemo?.() : undefined;
  const databaseUrl = config.databaseUrl ?? (await receiveDatabaseUrl(stop.signal));
  if (!databaseUrl) return;
  await using server = await startServer(config, databaseUrl, { ...(demo && { demo }) });
  const { address, administrator, ports } = server;
  process.send?.({ kind: 'ready', address, administrator, ports });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
}

/** Receives the database URL from the supervisor when PostgreSQL runs; undefined when the process is stopped first. */
async function receiveDatabaseUrl(stop: AbortSignal): Promise<string | undefined> {
  if (!process.send)
    throw new StartupError('No database is configured: start with `npm start` or set DATABASE_URL.');
  try {
    const [{ databaseUrl }] = (await once(process, 'message', { signal: stop })) as [{ databaseUrl: string }];
    return databaseUrl;
  } catch (error) {
    if (stop.aborted) return undefined;
    throw error;
  }
}
