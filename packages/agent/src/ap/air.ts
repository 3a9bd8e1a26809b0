import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import type { Run } from '../system/run.ts';
import { denyFile } from './ap-nft.ts';
import { BssDaemon, type BssWork } from './bss-daemon.ts';
import { readInterfaces } from './iw.ts';
import type { Bss } from './render.ts';
import { isShutDown, untilNextMinute, wallClock } from './shutdowns.ts';

/** A clock that is set by hand or by a server is noticed this soon. */
const LOOK_MS = 30_000;

export interface AirOptions {
  readonly directory: string;
  readonly controlDir: string;
  readonly denyFile: string;
  readonly run: Run;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** Everything that is to be on the air, each at its hours. */
export interface AirPlan {
  readonly work: readonly BssWork[];
  readonly timeZone: string;
  readonly denied: readonly string[];
}

/** Whether an SSID is to be on the air at this time; a zone that nobody knows shuts nothing down. */
export function isWanted({ shutdowns }: Pick<Bss, 'shutdowns'>, timeZone: string, now: number): boolean {
  const local = shutdowns.length === 0 ? undefined : wallClock(timeZone, now);
  return local === undefined || !isShutDown(shutdowns, local);
}

/** Keeps on the air what is to be there now: after a configuration, at the hours of each SSID, and when a process died. */
export class Air implements Disposable {
  readonly #options: AirOptions;
  readonly #daemon: BssDaemon;
  #plan: AirPlan = { work: [], timeZone: 'UTC', denied: [] };
  /** One after the other: a configuration and the hour may come at once. */
  #turn: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | undefined;
  #stopped = false;

  constructor(options: AirOptions) {
    this.#options = options;
    this.#daemon = new BssDaemon(options);
  }

  get daemon(): BssDaemon {
    return this.#daemon;
  }

  /** What of the plan is to be on the air at this time. */
  get wanted(): readonly Bss[] {
    const { timeZone, work } = this.#plan;
    const now = this.#options.clock.now();
    return work.filter(({ bss }) => isWanted(bss, timeZone, now)).map(({ bss }) => bss);
  }

  /** Brings the air to a plan. May be repeated; rejects when an SSID does not come on the air. */
  bring(plan: AirPlan): Promise<void> {
    return this.#inTurn(async () => {
      this.#plan = plan;
      await mkdir(this.#options.directory, { recursive: true, mode: 0o700 });
      await mkdir(this.#options.controlDir, { recursive: true, mode: 0o700 });
      await this.#deny(plan);
      await this.#settle();
      this.#schedule();
    });
  }

  /** Ends everything that is on the air. */
  async stop(): Promise<void> {
    this[Symbol.dispose]();
    await this.#inTurn(async () => {
      for (const device of await this.#there()) await this.#daemon.stop(device);
    });
  }

  /** What is on the air goes on. */
  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(act);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  #schedule(): void {
    const { clock, log } = this.#options;
    this.#cancel?.();
    if (this.#stopped || this.#plan.work.length === 0) return;
    this.#cancel = clock.after(Math.min(LOOK_MS, untilNextMinute(clock.now())), () => {
      void this.#inTurn(() => this.#settle())
        .catch((error: unknown) => log.warn({ err: error }, 'an SSID is not on the air'))
        .then(() => this.#schedule());
    });
  }

  /** From what is on the air to what is to be there now. */
  async #settle(): Promise<void> {
    const wanted = new Set(this.wanted.map(({ device }) => device));
    for (const device of await this.#there()) if (!wanted.has(device)) await this.#daemon.stop(device);
    const due = this.#plan.work.filter(({ bss }) => wanted.has(bss.device));
    // Radios do not wait for each other; the SSIDs of one do, because they share its channel.
    const byRadio = Map.groupBy(due, ({ phy }) => phy);
    const ends = await Promise.allSettled(
      [...byRadio.values()].map(async (works) => {
        for (const work of works) await this.#daemon.start(work);
      }),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    await this.#beacon(due);
  }

  /** One that had to look for radar is asked again once it may speak. */
  async #beacon(due: readonly BssWork[]): Promise<void> {
    const speaking = new Set(
      (await readInterfaces(this.#options.run))
        .filter(({ ssid }) => ssid !== undefined)
        .map(({ device }) => device),
    );
    for (const { bss } of due)
      if (!speaking.has(bss.device)) await this.#daemon.ask(bss.device, 'update_beacon');
  }

  /** Interfaces and files of SSIDs, of this plan or an earlier one. */
  async #there(): Promise<string[]> {
    const files = await readdir(this.#options.directory).catch(() => []);
    const devices = (await readInterfaces(this.#options.run)).map(({ device }) => device);
    const named = files.map((name) => name.replace(/\.\w+$/, ''));
    return [...new Set([...named, ...devices])].filter((name) => /^nlw\d+b\d+$/.test(name));
  }

  /** Those who are not let in: read when a process starts, and told to those that run; who is there already is sent away. */
  async #deny({ denied }: AirPlan): Promise<void> {
    const { denyFile: file } = this.#options;
    const text = denyFile(denied);
    if (text === (await readFile(file, 'utf8').catch(() => undefined))) return;
    for (const device of await this.#there()) {
      if (!(await this.#daemon.runs(device))) continue;
      await this.#daemon.ask(device, 'deny_acl', 'CLEAR');
      for (const mac of denied) await this.#daemon.ask(device, 'deny_acl', 'ADD_MAC', mac);
    }
    // Last, so that one that was cut short is done again.
    await writeFile(file, text, { mode: 0o600 });
  }
}
