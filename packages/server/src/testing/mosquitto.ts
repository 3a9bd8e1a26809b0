import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { accountsFile, firstAccounts, mosquittoConf } from '@northlight/device-plane';
import { eventually } from './eventually.ts';

const PROGRAM = '/usr/sbin/mosquitto';
const PLUGINS = '/usr/lib/*/mosquitto_dynamic_security.so';
const NOBODY = 65_534;
const USERNAME = 'northlight';

/** Why there can be no mosquitto here; undefined when there can. */
export const missingMosquitto = (): string | undefined =>
  existsSync(PROGRAM) && globSync(PLUGINS).length > 0
    ? undefined
    : 'mosquitto with its dynamic security plugin is not installed (Debian package mosquitto)';

/** A real mosquitto with the configuration that the documents give, on loopback and in a directory of its own. */
export class Mosquitto implements AsyncDisposable {
  readonly directory: string;
  readonly port: number;
  readonly password: string;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(directory: string, port: number, password: string) {
    this.directory = directory;
    this.port = port;
    this.password = password;
  }

  /** Without its plugin it takes everybody. */
  static async start({ plugin: isLoaded = true } = {}): Promise<Mosquitto> {
    const [plugin = ''] = globSync(PLUGINS);
    const directory = mkdtempSync(join(tmpdir(), 'nl-mosquitto-'));
    const port = await freePort();
    const password = randomBytes(32).toString('hex');
    const conf = isLoaded
      ? mosquittoConf({ directory, pluginDirectory: dirname(plugin), port })
      : `listener ${port} 127.0.0.1\nallow_anonymous true\n`;
    // Every packet, so that a test sees who acknowledged what.
    writeFileSync(join(directory, 'mosquitto.conf'), `${conf}log_type all\n`);
    const mosquitto = new Mosquitto(directory, port, password);
    mosquitto.forgetAccounts();
    await mosquitto.restart();
    return mosquitto;
  }

  /** One that was set up in a directory before, which goes with it; the address is that of the server's setting. */
  static async startIn(directory: string, url: string): Promise<Mosquitto> {
    const { password, port } = new URL(url);
    const mosquitto = new Mosquitto(directory, Number(port), password);
    await mosquitto.restart();
    return mosquitto;
  }

  /** For the server's setting. */
  get url(): string {
    return `mqtt://${USERNAME}:${this.password}@127.0.0.1:${this.port}`;
  }

  /** What it printed so far. */
  get output(): string {
    return this.#output;
  }

  /** Only the server's own account is left in the plugin's file. To be called while it is stopped. */
  forgetAccounts(): void {
    writeFileSync(accountsFile(this.directory), firstAccounts(USERNAME, this.password), { mode: 0o600 });
  }

  /** Stops it in order when it runs, and starts it; resolves when it listens. */
  async restart(): Promise<void> {
    await this.stop();
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if ('uid' in user)
      for (const name of ['', ...readdirSync(this.directory, { recursive: true, encoding: 'utf8' })])
        chownSync(join(this.directory, name), NOBODY, NOBODY);
    const child = spawn(PROGRAM, ['-c', join(this.directory, 'mosquitto.conf')], {
      ...user,
      cwd: this.directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#child = child;
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`mosquitto ended with ${child.exitCode}: ${this.#output}`);
      return accepts(this.port);
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
