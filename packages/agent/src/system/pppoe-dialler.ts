import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, sleep } from '@northlight/runtime';
import { findRunningPid, stopDaemon } from './daemon.ts';
import { readFirstAddresses } from './json-commands.ts';
import { type LineContext, PPPOE_SCRIPT, type PppoeLine, renderPppoe } from './pppoe-options.ts';
import type { RunProgram } from './run.ts';

const PROGRAM = 'pppd';
const POLL_MS = 100;
/** Number of polls for a line to come up (8 s). Slower lines continue in the background. */
const POLLS = 80;

export interface PppoeDiallerOptions {
  /** Directory for the files of the port's lines. */
  readonly directory: string;
  readonly resolvFile: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

export interface PppoePort {
  readonly lines: readonly PppoeLine[];
  readonly service: string | undefined;
  readonly dns: readonly string[];
}

/** Runs one pppd per line. The processes keep running after the agent has ended and redial automatically. */
export class PppoeDialler {
  readonly #options: PppoeDiallerOptions;

  constructor(options: PppoeDiallerOptions) {
    this.#options = options;
  }

  /**
   * Dials these lines and stops all others; unchanged lines stay up. Resolves when each line is up, refused
   * or late.
   */
  async dial(
    port: string,
    { dns, lines, service }: PppoePort,
    { metric, resolvers }: { readonly metric: number; readonly resolvers: readonly string[] },
  ): Promise<void> {
    const { directory, resolvFile } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const event of ['up', 'down']) {
      // Keeps an unchanged script, because pppd may be running it.
      const file = this.#file(`ip-${event}`);
      if ((await readFile(file, 'utf8').catch(() => '')) === PPPOE_SCRIPT) continue;
      await writeFile(file, PPPOE_SCRIPT);
      await chmod(file, 0o700);
    }
    const devices = lines.map(({ device }) => device);
    await this.#stopOthers(new Set(devices));
    for (const line of lines) {
      const context: LineContext = {
        port,
        service,
        dns,
        metric,
        devices,
        script: this.#file('ip'),
        resolvFile,
        resolvers,
        logFile: this.#file(`${line.device}.log`),
      };
      await this.#start(line, renderPppoe(line, context));
    }
    await this.#waitUntilSettled(devices);
  }

  /** Returns the devices of lines whose authentication the ISP has refused. */
  async refusedDevices(devices: readonly string[]): Promise<string[]> {
    const up = await readFirstAddresses(this.#options.run);
    const logs = await Promise.all(
      devices.map((device) => readFile(this.#file(`${device}.log`), 'utf8').catch(() => '')),
    );
    return devices.filter(
      (device, index) => !up.has(device) && /authentication failed/i.test(logs[index] ?? ''),
    );
  }

  async stop(): Promise<void> {
    await this.#stopOthers(new Set());
  }

  async #start({ device }: PppoeLine, text: string): Promise<void> {
    const { run } = this.#options;
    const file = this.#file(`${device}.options`);
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === text && (await findRunningPid(this.#pidFile(device), PROGRAM)) !== undefined) return;
    await stopDaemon(this.#pidFile(device), this.#options.clock, PROGRAM);
    await rm(this.#file(`${device}.log`), { force: true });
    await writeFile(file, text, { mode: 0o600 });
    const own = ['file', file];
    const pid = ['--background', '--make-pidfile', '--pidfile', this.#pidFile(device)];
    await run(['start-stop-daemon', '--start', ...pid, '--startas', '/usr/sbin/pppd', '--', ...own]);
  }

  async #waitUntilSettled(devices: readonly string[]): Promise<void> {
    for (let polls = 0; polls < POLLS; polls++) {
      const up = await readFirstAddresses(this.#options.run);
      const refused = await this.refusedDevices(devices);
      if (devices.every((device) => up.has(device) || refused.includes(device))) return;
      await sleep(this.#options.clock, POLL_MS);
    }
  }

  async #stopOthers(wanted: ReadonlySet<string>): Promise<void> {
    const files = await readdir(this.#options.directory).catch(() => []);
    for (const name of files.filter((file) => file.endsWith('.options'))) {
      const device = name.slice(0, -'.options'.length);
      if (wanted.has(device)) continue;
      await stopDaemon(this.#pidFile(device), this.#options.clock, PROGRAM);
      await rm(this.#file(name), { force: true });
    }
  }

  #pidFile(device: string): string {
    return this.#file(`${device}.pid`);
  }

  #file(name: string): string {
    return join(this.#options.directory, name);
  }
}
