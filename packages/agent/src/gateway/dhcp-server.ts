import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceLease } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { formatLeases, type Lease, parseLeases } from '../collect/leases.ts';
import { reloadDaemon, findRunningPid, stopDaemon } from '../system/daemon.ts';
import type { RunProgram } from '../system/run.ts';

export interface DhcpServerOptions {
  readonly directory: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/**
 * Runs dnsmasq with a generated configuration file. Only a change of the file restarts it; changed
 * reservations are reloaded.
 */
export class DhcpServer {
  readonly #options: DhcpServerOptions;

  constructor(options: DhcpServerOptions) {
    this.#options = options;
  }

  get leaseFile(): string {
    return join(this.#options.directory, 'leases');
  }

  /** Reads the leases in dnsmasq's file; none before the first lease. */
  async readLeases(): Promise<Lease[]> {
    return parseLeases(await readFile(this.leaseFile, 'utf8').catch(() => ''));
  }

  get hostsDir(): string {
    return join(this.#options.directory, 'hosts');
  }

  async prepare(): Promise<void> {
    await mkdir(this.hostsDir, { recursive: true, mode: 0o755 });
  }

  /**
   * Runs dnsmasq with the configuration `text` and these reservations; stops dnsmasq when `text` is
   * undefined.
   */
  async apply(text: string | undefined, reservations: string): Promise<void> {
    const { clock, run } = this.#options;
    await this.prepare();
    const changed = await this.#writeReservations(reservations);
    const file = this.#confFile;
    const current = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined && text === current && (await this.isRunning())) {
      // Reloads dnsmasq, which reads new reservations automatically but drops removed ones only on SIGHUP.
      if (changed) await reloadDaemon(this.#pidFile);
      return;
    }
    await stopDaemon(this.#pidFile, clock);
    if (text === undefined) return rm(file, { force: true });
    await writeFile(file, text, { mode: 0o644 });
    await run(['dnsmasq', '--test', `--conf-file=${file}`]);
    await run(['dnsmasq', `--conf-file=${file}`, `--pid-file=${this.#pidFile}`]);
  }

  /** Adds leases to those of the server, which reads its file only at its start. Does nothing while it does not run. */
  async addLeases(leases: readonly DeviceLease[]): Promise<void> {
    if (!(await this.isRunning())) return;
    const { clock, run } = this.#options;
    await stopDaemon(this.#pidFile, clock);
    try {
      const present = await readFile(this.leaseFile, 'utf8').catch(() => '');
      const part = `${this.leaseFile}.part`;
      await writeFile(part, `${formatLeases(leases)}${present}`, { mode: 0o644 });
      await rename(part, this.leaseFile);
    } finally {
      await run(['dnsmasq', `--conf-file=${this.#confFile}`, `--pid-file=${this.#pidFile}`]);
    }
  }

  get #confFile(): string {
    return join(this.#options.directory, 'dnsmasq.conf');
  }

  async isRunning(): Promise<boolean> {
    return (await findRunningPid(this.#pidFile)) !== undefined;
  }

  async stop(): Promise<void> {
    await stopDaemon(this.#pidFile, this.#options.clock);
  }

  async #writeReservations(text: string): Promise<boolean> {
    const file = join(this.hostsDir, 'reserved');
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === text) return false;
    await writeFile(file, text, { mode: 0o644 });
    return true;
  }

  get #pidFile(): string {
    return join(this.#options.directory, 'dnsmasq.pid');
  }
}
