import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, sleep } from '@northlight/runtime';
import { runningPid, stopDaemon } from '../system/daemon.ts';
import { StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type Run } from '../system/run.ts';
import type { Bss } from './render.ts';

const POLL_MS = 100;
/** Looking for overlapping networks takes a second or two, setting a country as long. */
const POLLS = 150;

export interface BssOptions {
  /** Where the files of hostapd are, with their keys. */
  readonly directory: string;
  readonly controlDir: string;
  readonly run: Run;
  readonly clock: Clock;
}

/** What puts one SSID on the air: the text of its file, and the radio that it is to work on. */
export interface BssWork {
  readonly bss: Bss;
  readonly text: string;
  readonly phy: string;
  readonly powerDbm: number | undefined;
}

/**
 * One hostapd per SSID and radio. It goes on without the agent, and the SSIDs beside it do not notice when it is changed
 * or goes off the air.
 */
export class BssDaemon {
  readonly #options: BssOptions;

  constructor(options: BssOptions) {
    this.#options = options;
  }

  /** Puts it on the air; one that is there with the same file stays as it is. */
  async start({ bss, phy, powerDbm, text }: BssWork): Promise<void> {
    const { run } = this.#options;
    const { device } = bss;
    const settled = await readFile(this.#file(device, 'done'), 'utf8').catch(() => undefined);
    if (settled !== text || !(await this.runs(device))) {
      await this.stop(device);
      try {
        await this.#launch(bss, phy, text);
      } catch (error) {
        await this.stop(device);
        throw error instanceof CommandFailed ? new StepFailed(bss.path, error) : error;
      }
    }
    // A level that the driver cannot is no reason to have no network.
    await run(['iw', 'dev', device, 'set', 'txpower', ...powerWords(powerDbm)]).catch(() => undefined);
  }

  /** Takes it off the air: its clients are told, its interface is gone. */
  async stop(device: string): Promise<void> {
    const { clock, run } = this.#options;
    await rm(this.#file(device, 'done'), { force: true });
    await stopDaemon(this.#pidFile(device), clock);
    await rm(this.#file(device, 'conf'), { force: true });
    await run(['iw', 'dev', device, 'del']).catch((error: unknown) => {
      if (!(error instanceof CommandFailed)) throw error;
    });
  }

  async runs(device: string): Promise<boolean> {
    return (await runningPid(this.#pidFile(device))) !== undefined;
  }

  /** hostapd's own word on one of its matters. */
  ask(device: string, ...words: string[]): Promise<string> {
    return this.#options.run(['hostapd_cli', '-p', this.#options.controlDir, '-i', device, ...words]);
  }

  async #launch({ bssid, device, isolated }: Bss, phy: string, text: string): Promise<void> {
    const { run } = this.#options;
    await run(['iw', 'phy', phy, 'interface', 'add', device, 'type', '__ap', 'addr', bssid]);
    const file = this.#file(device, 'conf');
    await writeFile(file, text, { mode: 0o600 });
    await run(['hostapd', '-B', '-P', this.#pidFile(device), file]);
    await this.#ready(device);
    await run(['bridge', 'link', 'set', 'dev', device, 'isolated', isolated ? 'on' : 'off']);
    await this.ask(device, 'update_beacon');
    await writeFile(this.#file(device, 'done'), text, { mode: 0o600 });
  }

  /** Waits until hostapd has its channel; one that must look for radar first goes on by itself. */
  async #ready(device: string): Promise<void> {
    for (let polls = 0; polls < POLLS; polls++) {
      const state = await this.state(device);
      if (state === 'ENABLED' || state === 'DFS') return;
      if (!(await this.runs(device))) break;
      await sleep(this.#options.clock, POLL_MS);
    }
    throw new CommandFailed(['hostapd'], `${device} did not come on the air.`);
  }

  async state(device: string): Promise<string | undefined> {
    try {
      return /^state=(\w+)$/m.exec(await this.ask(device, 'status'))?.[1];
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

/** In hundredths of a dBm. */
const powerWords = (dbm: number | undefined): string[] =>
  dbm === undefined ? ['auto'] : ['fixed', String(dbm * 100)];
