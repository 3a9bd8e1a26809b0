import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { findRunningPid, stopDaemon } from '../system/daemon.ts';
import { StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';

export interface RadioDaemonOptions {
  /** Directory of the programs' files, which contain keys. */
  readonly directory: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** A program that owns an interface of a radio: hostapd or wpa_supplicant. */
export interface RadioTask {
  readonly device: string;
  readonly phy: string;
  readonly type: '__ap' | 'mp' | 'managed';
  /** MAC address of the interface. */
  readonly mac: string;
  /** Content of the program's file. */
  readonly text: string;
  /** Transmit power; undefined when the driver decides. */
  readonly powerDbm: number | undefined;
  /** Path in the configuration to report when the program does not start. */
  readonly path: string;
  /** Returns the command that starts the program in the background. */
  readonly command: (file: string, pidFile: string) => readonly [string, ...string[]];
  /** Prepares the new interface before the program starts. */
  readonly prepare?: () => Promise<void>;
  /** Resolves when the program is ready; rejects with CommandFailed when it does not become ready. */
  readonly ready: () => Promise<void>;
}

/**
 * Runs programs on radio interfaces of their own. The programs keep running after the agent has ended. Changing or
 * stopping one program does not affect the others.
 */
export class RadioDaemon {
  readonly #options: RadioDaemonOptions;

  constructor(options: RadioDaemonOptions) {
    this.#options = options;
  }

  /** Starts a program. A program that already runs with the same file stays unchanged. */
  async start(task: RadioTask): Promise<void> {
    const { run } = this.#options;
    const { device, path, powerDbm, text } = task;
    if ((await this.readText(device)) !== text) {
      await this.stop(device);
      try {
        await this.#launch(task);
      } catch (error) {
        await this.stop(device);
        throw error instanceof CommandFailed ? new StepFailed(path, error) : error;
      }
    }
    // Ignores power levels that the driver does not support.
    await run(['iw', 'dev', device, 'set', 'txpower', ...formatPowerArguments(powerDbm)]).catch(
      () => undefined,
    );
  }

  /** Stops a program, which disconnects its peers, and removes its interface. */
  async stop(device: string): Promise<void> {
    const { clock, run } = this.#options;
    await rm(this.#file(device, 'done'), { force: true });
    await stopDaemon(this.#pidFile(device), clock);
    await rm(this.#file(device, 'conf'), { force: true });
    await run(['iw', 'dev', device, 'del']).catch((error: unknown) => {
      if (!(error instanceof CommandFailed)) throw error;
    });
  }

  /** Returns the file of a program that is ready; undefined for one that does not run. */
  async readText(device: string): Promise<string | undefined> {
    if (!(await this.isRunning(device))) return undefined;
    return readFile(this.#file(device, 'done'), 'utf8').catch(() => undefined);
  }

  /** Stores the file that a running program works by after it was changed without a restart. */
  async storeText(device: string, text: string): Promise<void> {
    await writeFile(this.#file(device, 'conf'), text, { mode: 0o600 });
    await writeFile(this.#file(device, 'done'), text, { mode: 0o600 });
  }

  async isRunning(device: string): Promise<boolean> {
    return (await findRunningPid(this.#pidFile(device))) !== undefined;
  }

  async #launch({ command, device, mac, phy, prepare, ready, text, type }: RadioTask): Promise<void> {
    const { run } = this.#options;
    await run(['iw', 'phy', phy, 'interface', 'add', device, 'type', type, 'addr', mac]);
    await prepare?.();
    const file = this.#file(device, 'conf');
    await writeFile(file, text, { mode: 0o600 });
    await run(command(file, this.#pidFile(device)));
    await ready();
    await writeFile(this.#file(device, 'done'), text, { mode: 0o600 });
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
