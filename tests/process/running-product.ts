/** Runs the product like users do: `npm start` in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Product extends AsyncDisposable {
  readonly address: string;
  readonly child: ChildProcess;
  readonly dataDirectory: string;
  /** Environment of the product, with its ports. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns the output since the start. */
  output(): string;
  /** Returns the pid of the server process, a child of the supervisor. */
  serverPid(): number | undefined;
  /** Stops the product with a signal; returns the exit code and the duration. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

export function createDataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'nl-run-'));
  chmodSync(directory, 0o711);
  return directory;
}

/** Starts the product without npm, on free ports; resolves when it prints that it is ready. */
export async function startProduct(
  options: { dataDirectory?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Product> {
  const dataDirectory = options.dataDirectory ?? createDataDirectory();
  const env = {
    ...process.env,
    NORTHLIGHT_PORT: '0',
    NORTHLIGHT_MQTT_PORT: '0',
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: 'off',
    NORTHLIGHT_DATA: dataDirectory,
    NORTHLIGHT_DEMO: 'off',
    DATABASE_URL: '',
    ...options.env,
  };
  const child = spawn(process.execPath, ['scripts/bootstrap.js', 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = once(child, 'exit');
  const { address, ports } = await waitUntilReady(child, () => text);
  return {
    address,
    child,
    dataDirectory,
    env: { ...env, ...ports },
    output: () => text,
    serverPid: () =>
      listProductProcesses().find(
        ({ parent, command }) => parent === child.pid && command.includes('demo/src/main.ts'),
      )?.pid,
    stop: async (signal) => {
      const start = performance.now();
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return { code, ms: performance.now() - start };
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await exited;
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(
  child: ChildProcess,
  output: () => string,
): Promise<{ address: string; ports: Record<string, string> }> {
  for (;;) {
    const [, address, settings] = /ready: (\S+)\nPorts: (.+)\n/.exec(output()) ?? [];
    if (address !== undefined && settings !== undefined) {
      const ports = settings.split(' ').map((setting) => setting.split('='));
      return { address, ports: Object.fromEntries(ports) as Record<string, string> };
    }
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output()}`);
    await wait(10);
  }
}

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Lists all processes of this machine. */
export function listProductProcesses(): ProcessRow[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(/PPid:\s+(\d+)/.exec(status)?.[1]), command }];
    } catch {
      return [];
    }
  });
}

/** Returns the processes that work on a data directory, or whose environment contains it. */
export function listProcesses(dataDirectory: string): ProcessRow[] {
  return listProductProcesses().filter(({ pid, command }) => {
    if (pid === process.pid) return false;
    try {
      return (
        command.includes(dataDirectory) ||
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`NORTHLIGHT_DATA=${dataDirectory}\0`)
      );
    } catch {
      return false;
    }
  });
}

/** Polls a killed server until it answers; returns the time that this took (ms). */
export async function waitUntilHealthy(address: string, timeoutMs = 15_000): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < timeoutMs) {
    const answer = await fetch(`${address}/api/health`).catch(() => undefined);
    if (answer?.ok) return performance.now() - start;
    await wait(20);
  }
  throw new Error(`The server was not back within ${timeoutMs / 1000} s.`);
}
