/** Runs several server processes on one database and one data directory, like a cluster. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type RunningServer, startServer } from '@northlight/server';
import { createTestDatabase, signUpDirectly, TestBrowser } from '@northlight/server/testing';
import { inject } from 'vitest';

const SERVER = new URL('../../packages/server/src/main.ts', import.meta.url).pathname;
const SERVER_WITH_DEMO = new URL('../../packages/demo/src/main.ts', import.meta.url).pathname;
const STOP_MS = 10_000;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
  readonly mqttPort: number;
  readonly ucentralPort: number;
  readonly deviceHttpsPort: number;
}

/** An account with the same session at every process. */
export interface ClusterAccount {
  readonly account: string;
  at(server: ServerProcess): TestBrowser;
}

export class Cluster implements AsyncDisposable {
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  /** A server in the test process without devices and periodic work, for setup and queries. */
  readonly local: RunningServer;
  readonly #resources: AsyncDisposableStack;
  #people = 0;

  private constructor(
    local: RunningServer,
    more: Pick<Cluster, 'dataDirectory' | 'databaseUrl'>,
    resources: AsyncDisposableStack,
  ) {
    this.local = local;
    this.dataDirectory = more.dataDirectory;
    this.databaseUrl = more.databaseUrl;
    this.#resources = resources;
  }

  static async open(): Promise<Cluster> {
    await using building = new AsyncDisposableStack();
    const { url: databaseUrl } = building.use(await createTestDatabase(inject('databaseUrl')));
    const dataDirectory = mkdtempSync(join(tmpdir(), 'nl-cluster-'));
    chmodSync(dataDirectory, 0o711);
    building.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
    const env = environment(databaseUrl, dataDirectory);
    const local = building.use(
      await startServer(readConfig({ ...env, NORTHLIGHT_ROLES: 'api' }), databaseUrl),
    );
    return new Cluster(local, { dataDirectory, databaseUrl }, building.move());
  }

  /** Starts a process; resolves when it is ready. */
  start(): Promise<ServerProcess> {
    return this.#start(SERVER, {});
  }

  /** Starts a process with the demo. The first such process takes the demo's lease. */
  startWithDemo(): Promise<ServerProcess> {
    return this.#start(SERVER_WITH_DEMO, { NORTHLIGHT_DEMO: 'on' });
  }

  async #start(program: string, settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const env = { ...process.env, ...environment(this.databaseUrl, this.dataDirectory), ...settings };
    const child = fork(program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#resources.defer(() => end(child));
    const [message] = (await once(child, 'message')) as [
      { kind: string; message?: string; address: string; ports: Record<string, string> },
    ];
    if (message.kind !== 'ready') throw new Error(`A server process did not start: ${message.message}`);
    return {
      child,
      address: message.address,
      mqttPort: Number(message.ports['NORTHLIGHT_MQTT_PORT']),
      ucentralPort: Number(message.ports['NORTHLIGHT_UCENTRAL_PORT']),
      deviceHttpsPort: Number(message.ports['NORTHLIGHT_DEVICE_HTTPS_PORT']),
    };
  }

  async signedUp(): Promise<ClusterAccount> {
    const { services } = this.local.context;
    const account = `person${++this.#people}@example.com`;
    const token = await signUpDirectly(services, account);
    return {
      account,
      at: ({ address }) => {
        const browser = new TestBrowser(address);
        browser.adoptSession(services.config.cookieName, token);
        return browser;
      },
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}

function environment(databaseUrl: string, dataDirectory: string): Record<string, string> {
  return {
    NORTHLIGHT_PORT: '0',
    NORTHLIGHT_MQTT_PORT: '0',
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: '0',
    NORTHLIGHT_DATA: dataDirectory,
    NORTHLIGHT_DEMO: 'off',
    // Logs errors only, because each process warns of a bus that a test cuts.
    NORTHLIGHT_LOG: 'error',
    DATABASE_URL: databaseUrl,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
