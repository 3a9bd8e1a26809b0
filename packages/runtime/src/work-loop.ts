import type { Clock } from './clock.ts';

interface WorkLoopOptions<Key> {
  readonly clock: Clock;
  /** Interval of the ticks (ms). A loop without it runs on request only. */
  readonly everyMs?: number;
  /** Time from the start of a run (ms) in which ticks run nothing, unless `runAtNextTick` is called or the run fails. */
  readonly idleMs?: number;
  /** Receives the keys that were requested since the start of the last run; a tick adds none. */
  readonly run: (keys: ReadonlySet<Key>) => Promise<unknown> | void;
  /** Receives the error of a run; the loop then continues. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs work on every tick and on request, one run at a time. A request during a run causes one more run, however
 * many requests there are. The next interval starts when the run of a tick has ended, so that a slow run causes
 * no burst. Disposing of the loop ends it and resolves when the run in progress has ended.
 */
export class WorkLoop<Key = never> implements AsyncDisposable {
  readonly #options: WorkLoopOptions<Key>;
  /** Resolves when the last requested run has ended. */
  #work: Promise<void> = Promise.resolve();
  #isRequested = false;
  #isStopped = false;
  #requestedKeys = new Set<Key>();
  /** Keys of the last run that has started. */
  #runningKeys: ReadonlySet<Key> = new Set();
  #idleUntil = 0;
  #cancelTick: () => void = () => undefined;

  /** Starts the loop. The first tick comes after one interval. */
  constructor(options: WorkLoopOptions<Key>) {
    this.#options = options;
    this.#arm();
  }

  /** True from the start of the disposal: a long run can end early. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Runs the work as soon as the run in progress has ended. Does nothing after the disposal. */
  request(key?: Key): void {
    if (this.#isStopped) return;
    if (key !== undefined) this.#requestedKeys.add(key);
    if (this.#isRequested) return;
    this.#isRequested = true;
    this.#work = this.#work.then(() => this.#run());
  }

  /** Ends the idle time: the next tick runs the work. */
  runAtNextTick(): void {
    this.#idleUntil = 0;
  }

  /** Resolves when every run requested before this call has ended; with a key, at once if none of them is for the key. */
  async settled(key?: Key): Promise<void> {
    if (key === undefined || this.#requestedKeys.has(key) || this.#runningKeys.has(key)) await this.#work;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    this.#cancelTick();
    await this.#work;
  }

  #arm(): void {
    const { clock, everyMs } = this.#options;
    if (everyMs === undefined || this.#isStopped) return;
    this.#cancelTick = clock.after(everyMs, () => {
      if (this.#idleUntil <= clock.now()) this.request();
      void this.#work.then(() => this.#arm());
    });
  }

  async #run(): Promise<void> {
    const { clock, idleMs = 0, onError, run } = this.#options;
    this.#isRequested = false;
    if (this.#isStopped) return;
    this.#runningKeys = this.#requestedKeys;
    this.#requestedKeys = new Set();
    this.#idleUntil = clock.now() + idleMs;
    try {
      await run(this.#runningKeys);
    } catch (error) {
      this.runAtNextTick();
      onError(error);
    }
  }
}

/** Starts a loop whose work is the same for every run: `work` every `everyMs`, first after one interval. */
export function startLoop(
  clock: Clock,
  everyMs: number,
  work: () => Promise<unknown> | void,
  onError: (error: unknown) => void,
): WorkLoop {
  return new WorkLoop({ clock, everyMs, run: work, onError });
}
