import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/** Runs VictoriaMetrics for comparison, from Debian's package, on loopback. */
export interface VictoriaMetrics extends AsyncDisposable {
  readonly address: string;
  /** Imports one series with times in milliseconds. */
  import(
    metric: Readonly<Record<string, string>>,
    times: readonly number[],
    values: readonly number[],
  ): Promise<void>;
  /** Flushes and merges all data, which VictoriaMetrics would otherwise do over time. */
  merge(): Promise<void>;
  /** Stops the database, so that all its data is on disk. */
  stop(): Promise<void>;
}

export async function startVictoriaMetrics(directory: string): Promise<VictoriaMetrics> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(
    findProgramPath(),
    [
      `-storageDataPath=${directory}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-loggerLevel=ERROR',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exited;
  };
  await waitUntil('VictoriaMetrics does not listen', async () => {
    if (child.exitCode !== null) throw new Error('VictoriaMetrics has ended.');
    return (await fetch(`${address}/health`).catch(() => undefined))?.ok === true;
  });
  return {
    address,
    import: (metric, timestamps, values) =>
      call(`${address}/api/v1/import`, JSON.stringify({ metric, values, timestamps })),
    merge: async () => {
      await call(`${address}/internal/force_flush`);
      await call(`${address}/internal/force_merge`);
      await waitUntil('VictoriaMetrics merges on', async () => {
        const text = await (await fetch(`${address}/metrics`)).text();
        return [...text.matchAll(/^vm_active(?:_force)?_merges\S* (\d+)$/gm)].every(
          ([, count]) => count === '0',
        );
      });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Returns the bytes of all files below a directory. */
export function countBytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

async function call(url: string, body?: string): Promise<void> {
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body });
  if (!answer.ok) throw new Error(`VictoriaMetrics answers ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function waitUntil(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += LOOK_MS) {
    if (waited > PATIENCE_MS) throw new Error(`${complaint}.`);
    await wait(LOOK_MS);
  }
}

function findProgramPath(): string {
  try {
    return execFileSync('which', ['victoria-metrics'], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin' },
    }).trim();
  } catch (cause) {
    throw new Error('VictoriaMetrics is not installed: apt-get install victoria-metrics.', { cause });
  }
}
