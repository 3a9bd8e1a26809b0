import type { Clock } from '@northlight/runtime';
import type { DeviceStore, StatUpdate, Touched } from './store.ts';

const MAX_WAIT_MS = 200;
const MAX_BATCH = 5_000;

interface Waiting {
  readonly update: StatUpdate;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Collects reports for a moment and writes them as one transaction; each is acknowledged after that commit. */
export class StatIntake {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #notify: (touched: readonly Touched[]) => void;
  #waiting: Waiting[] = [];
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hurried = false;

  constructor(store: DeviceStore, clock: Clock, notify: (touched: readonly Touched[]) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#notify = notify;
  }

  add(update: StatUpdate): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ update, resolve, reject });
      if (this.#hurried || this.#waiting.length >= MAX_BATCH) void this.flush();
      else this.#cancel ??= this.#clock.after(MAX_WAIT_MS, () => void this.flush());
    });
  }

  /** From now on nothing waits for more: the server is about to end, and its clock may stand still. */
  hurry(): void {
    this.#hurried = true;
    void this.flush();
  }

  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) this.#writing = this.#writing.then(() => this.#write(batch));
    return this.#writing;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      this.#notify(await this.#store.saveStats(batch.map(({ update }) => update)));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
