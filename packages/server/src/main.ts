/** One server process: environment → config → context; serves until it is told to stop or its supervisor is gone. */
import { once } from 'node:events';
import { readConfig } from './platform/config.ts';
import { StartupError } from './platform/startup-error.ts';
import { startServer } from './server.ts';
import { startDemo } from './demo/index.ts';

const STARTUP_FAILED = 1;

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.send?.({ kind: 'failed', message: error.message });
  if (!process.send) console.error(error.message);
  process.exitCode = STARTUP_FAILED;
} finally {
  if (process.connected) process.disconnect();
}

async function main(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  process.once('disconnect', () => stop.abort());
  const config = readConfig(process.env);
  const databaseUrl = config.databaseUrl ?? (await databaseOfSupervisor(stop.signal));
  if (!databaseUrl) return;
  await using server = await startServer(config, databaseUrl);
  if (config.demo && config.roles.has('demo'))
    await server.context.leases.apply('demo', () => startDemo(server.context));
  const { address, administrator, ports } = server;
  process.send?.({ kind: 'ready', address, administrator, ports });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
}

/** The supervisor says where its PostgreSQL is, as soon as that runs; undefined when it stops first. */
async function databaseOfSupervisor(stop: AbortSignal): Promise<string | undefined> {
  if (!process.send)
    throw new StartupError('There is no database: start with `npm start`, or set DATABASE_URL.');
  try {
    const [{ databaseUrl }] = (await once(process, 'message', { signal: stop })) as [{ databaseUrl: string }];
    return databaseUrl;
  } catch (error) {
    if (stop.aborted) return undefined;
    throw error;
  }
}
