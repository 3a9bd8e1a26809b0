import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import { createControlDirectory } from '../radio/hostapd.ts';
import type { RunProgram } from '../system/run.ts';
import { renderDenyFile } from './ap-nft.ts';
import { BssDaemon, type BssTask } from './bss-daemon.ts';
import { readInterfaces } from '../radio/iw.ts';
import type { Bss } from './render.ts';
import { isShutDown, computeTimeToNextMinute, readLocalTime } from './shutdowns.ts';

/** Maximum time between checks, so that the scheduler notices a changed clock. */
const MAX_CHECK_INTERVAL_MS = 30_000;

export interface BssSchedulerOptions {
  readonly directory: string;
  readonly controlDir: string;
  readonly denyFile: string;
  readonly run: RunProgram;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** All configured BSSs with their schedules, the time zone, and the blocked MACs. */
export interface BssPlan {
  readonly tasks: readonly BssTask[];
  readonly timeZone: string;
  readonly denied: readonly string[];
}

/** Returns true when an SSID should broadcast at this time. In an unknown time zone it always broadcasts. */
export function isScheduled({ shutdowns }: Pick<Bss, 'shutdowns'>, timeZone: string, now: number): boolean {
  const local = shutdowns.length === 0 ? undefined : readLocalTime(timeZone, now);
  return local === undefined || !isShutDown(shutdowns, local);
}

/**
 * Starts and stops BSSs: after a configuration change, at the times of each SSID's schedule, and when a
 * process has died.
 */
export class BssScheduler implements Disposable {
  readonly #options: BssSchedulerOptions;
  readonly #daemon: BssDaemon;
  #plan: BssPlan = { tasks: [], timeZone: 'UTC', denied: [] };
  /** Runs changes one after another, because a configuration and a scheduled check may coincide. */
  #queue: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | undefined;
  #stopped = false;

  constructor(options: BssSchedulerOptions) {
    this.#options = options;
    this.#daemon = new BssDaemon(options);
  }

  get daemon(): BssDaemon {
    return this.#daemon;
  }

  /** The BSSs of the plan that should broadcast now. */
  get scheduled(): readonly Bss[] {
    const { timeZone, tasks } = this.#plan;
    const now = this.#options.clock.now();
    return tasks.filter(({ bss }) => isScheduled(bss, timeZone, now)).map(({ bss }) => bss);
  }

  /** Applies a plan. Idempotent; rejects when an SSID cannot be started. */
  apply(plan: BssPlan): Promise<void> {
    return this.#serialise(async () => {
      this.#plan = plan;
      await mkdir(this.#options.directory, { recursive: true, mode: 0o700 });
      await createControlDirectory(this.#options.controlDir);
      await this.#updateDenyList(plan);
      await this.#reconcile();
      this.#schedule();
    });
  }

  async stop(): Promise<void> {
    this[Symbol.dispose]();
    await this.#serialise(async () => {
      for (const device of await this.#existingDevices()) await this.#daemon.stop(device);
    });
  }

  /** Stops the schedule; running BSSs keep broadcasting. */
  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #serialise<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(act);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #schedule(): void {
    const { clock, log } = this.#options;
    this.#cancel?.();
    if (this.#stopped || this.#plan.tasks.length === 0) return;
    this.#cancel = clock.after(Math.min(MAX_CHECK_INTERVAL_MS, computeTimeToNextMinute(clock.now())), () => {
      void this.#serialise(() => this.#reconcile())
        .catch((error: unknown) => log.warn({ err: error }, 'an SSID could not be started'))
        .then(() => this.#schedule());
    });
  }

  /** Stops and starts BSSs to match the plan at this time. */
  async #reconcile(): Promise<void> {
    const scheduled = new Set(this.scheduled.map(({ device }) => device));
    for (const device of await this.#existingDevices())
      if (!scheduled.has(device)) await this.#daemon.stop(device);
    const due = this.#plan.tasks.filter(({ bss }) => scheduled.has(bss.device));
    // Starts radios concurrently. The SSIDs of a radio start one by one, because they share its channel.
    const byRadio = Map.groupBy(due, ({ phy }) => phy);
    const ends = await Promise.allSettled(
      [...byRadio.values()].map(async (tasks) => {
        await this.#daemon.changeChannel(tasks);
        for (const task of tasks) await this.#daemon.start(task);
      }),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    await this.#updateBeacons(due);
  }

  /** Starts the beacons of BSSs that do not send them yet, for example after a radar check. */
  async #updateBeacons(due: readonly BssTask[]): Promise<void> {
    const broadcasting = new Set(
      (await readInterfaces(this.#options.run))
        .filter(({ ssid }) => ssid !== undefined)
        .map(({ device }) => device),
    );
    for (const { bss } of due)
      if (!broadcasting.has(bss.device)) await this.#daemon.control(bss.device, 'update_beacon');
  }

  /** Returns the devices of BSSs with an interface or file, of this plan or an earlier one. */
  async #existingDevices(): Promise<string[]> {
    const files = await readdir(this.#options.directory).catch(() => []);
    const devices = (await readInterfaces(this.#options.run)).map(({ device }) => device);
    const named = files.map((name) => name.replace(/\.\w+$/, ''));
    return [...new Set([...named, ...devices])].filter((name) => /^nlw\d+b\d+$/.test(name));
  }

  /**
   * Updates the deny list in the file, which hostapd reads at its start, and in running processes, which then
   * disconnect clients.
   */
  async #updateDenyList({ denied }: BssPlan): Promise<void> {
    const { denyFile: file } = this.#options;
    const text = renderDenyFile(denied);
    if (text === (await readFile(file, 'utf8').catch(() => undefined))) return;
    for (const device of await this.#existingDevices()) {
      if (!(await this.#daemon.isRunning(device))) continue;
      await this.#daemon.control(device, 'deny_acl', 'CLEAR');
      for (const mac of denied) await this.#daemon.control(device, 'deny_acl', 'ADD_MAC', mac);
    }
    // Writes the file last, so that an interrupted update is repeated.
    await writeFile(file, text, { mode: 0o600 });
  }
}
