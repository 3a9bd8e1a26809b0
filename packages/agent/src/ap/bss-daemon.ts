import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, sleep } from '@northlight/runtime';
import { findRunningPid, stopDaemon } from '../system/daemon.ts';
import { StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { Bss } from './render.ts';

const POLL_MS = 100;
/** Number of polls (15 s): scanning for overlapping networks and setting the country take 1 to 2 s each. */
const POLLS = 150;

export interface BssOptions {
  /** Directory of hostapd's files, which contain keys. */
  readonly directory: string;
  readonly controlDir: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** A BSS to start: the text of its hostapd file, and its radio. */
export interface BssTask {
  readonly bss: Bss;
  readonly text: string;
  readonly phy: string;
  readonly powerDbm: number | undefined;
}

/**
 * Runs one hostapd per SSID and radio. The process keeps running after the agent has ended. Changing or
 * stopping one process does not affect the other SSIDs.
 */
export class BssDaemon {
  readonly #options: BssOptions;

  constructor(options: BssOptions) {
    this.#options = options;
  }

  /** Starts a BSS. A BSS that already runs with the same file stays unchanged. */
  async start({ bss, phy, powerDbm, text }: BssTask): Promise<void> {
    const { run } = this.#options;
    const { device } = bss;
    const current = await readFile(this.#file(device, 'done'), 'utf8').catch(() => undefined);
    if (current !== text || !(await this.isRunning(device))) {
      await this.stop(device);
      try {
        await this.#launch(bss, phy, text);
      } catch (error) {
        await this.stop(device);
        throw error instanceof CommandFailed ? new StepFailed(bss.path, error) : error;
      }
    }
    // Ignores power levels that the driver does not support.
    await run(['iw', 'dev', device, 'set', 'txpower', ...formatPowerArguments(powerDbm)]).catch(
      () => undefined,
    );
  }

  /** Stops a BSS: hostapd disconnects its clients, and its interface is removed. */
  async stop(device: string): Promise<void> {
    const { clock, run } = this.#options;
    await rm(this.#file(device, 'done'), { force: true });
    await stopDaemon(this.#pidFile(device), clock);
    await rm(this.#file(device, 'conf'), { force: true });
    await run(['iw', 'dev', device, 'del']).catch((error: unknown) => {
      if (!(error instanceof CommandFailed)) throw error;
    });
  }

  async isRunning(device: string): Promise<boolean> {
    return (await findRunningPid(this.#pidFile(device))) !== undefined;
  }

  /** Runs a hostapd_cli command and returns its output. */
  control(device: string, ...args: string[]): Promise<string> {
    return this.#options.run(['hostapd_cli', '-p', this.#options.controlDir, '-i', device, ...args]);
  }

  async #launch({ bssid, device, isolated }: Bss, phy: string, text: string): Promise<void> {
    const { run } = this.#options;
    await run(['iw', 'phy', phy, 'interface', 'add', device, 'type', '__ap', 'addr', bssid]);
    const file = this.#file(device, 'conf');
    await writeFile(file, text, { mode: 0o600 });
    await run(['hostapd', '-B', '-P', this.#pidFile(device), file]);
    await this.#waitUntilReady(device);
    await run(['bridge', 'link', 'set', 'dev', device, 'isolated', isolated ? 'on' : 'off']);
    await this.control(device, 'update_beacon');
    await writeFile(this.#file(device, 'done'), text, { mode: 0o600 });
  }

  /**
   * Waits until hostapd has its channel. Does not wait for a radar check, which continues in the background.
   */
  async #waitUntilReady(device: string): Promise<void> {
    for (let polls = 0; polls < POLLS; polls++) {
      const state = await this.state(device);
      if (state === 'ENABLED' || state === 'DFS') return;
      if (!(await this.isRunning(device))) break;
      await sleep(this.#options.clock, POLL_MS);
    }
    throw new CommandFailed(['hostapd'], `${device} did not start to broadcast.`);
  }

  async state(device: string): Promise<string | undefined> {
    try {
      return /^state=(\w+)$/m.exec(await this.control(device, 'status'))?.[1];
    } catch (error) {
      if (error instanceof CommandFailed) return undefined;
      throw error;
    }
  }

  #pidFile(device: string): string {
    return this.#file(device, 'pid');
  }

  #file(device: string, kind: 'conf' | 'pid' | 'done'): string {
    return join(this.#options.directory, `${device}.${kind}`);
  }
}

/** Returns the arguments of `iw` for a power; `iw` expects mBm (1/100 dBm). */
const formatPowerArguments = (dbm: number | undefined): string[] =>
  dbm === undefined ? ['auto'] : ['fixed', String(dbm * 100)];
