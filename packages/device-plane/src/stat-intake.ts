import type { Clock } from '@northlight/runtime';
import type { DeviceStore, FigureReport, StatUpdate, AffectedResources } from './store.ts';

const MAX_WAIT_MS = 200;
const MAX_BATCH = 5_000;
/** Present figures of a device are written once a second at most… */
const STATE_INTERVAL_MS = 1_000;
/** …and of very many devices less often, so that so many rows a second are written at most… */
const STATE_ROWS_PER_SECOND = 500;
/** …but never less often than this. */
const LONGEST_STATE_INTERVAL_MS = 10_000;

interface PendingReport {
  readonly report: FigureReport;
  readonly update: StatUpdate;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects reports for a moment and logs them as one transaction; each is acknowledged after that commit. What they say
 * of the present is folded, and written apart: the first at once, what follows at a pace that the number of devices sets.
 */
export class StatIntake {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #notify: (touched: readonly AffectedResources[]) => void;
  #waiting: PendingReport[] = [];
  #cancel: (() => void) | undefined;
  #logging: Promise<void> = Promise.resolve();
  #present = new Map<string, StatUpdate>();
  #writing: Promise<void> = Promise.resolve();
  #cancelWrite: (() => void) | undefined;
  #hurried = false;

  constructor(store: DeviceStore, clock: Clock, notify: (touched: readonly AffectedResources[]) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#notify = notify;
  }

  add(report: FigureReport, update: StatUpdate): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ report, update, resolve, reject });
      if (this.#hurried || this.#waiting.length >= MAX_BATCH) void this.#log();
      else this.#cancel ??= this.#clock.after(MAX_WAIT_MS, () => void this.#log());
    });
  }

  /** From now on nothing waits for more: the server is about to end, and its clock may stand still. */
  stopBatching(): void {
    this.#hurried = true;
    void this.flush();
  }

  /** Resolves when everything so far is logged, and the present written as far as the database takes it. */
  async flush(): Promise<void> {
    await this.#log();
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    await this.#writeOnce();
  }

  #log(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) this.#logging = this.#logging.then(() => this.#logBatch(batch));
    return this.#logging;
  }

  async #logBatch(batch: readonly PendingReport[]): Promise<void> {
    try {
      await this.#store.logReports(batch.map(({ report }) => report));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve, update } of batch) {
      const { deviceId } = update;
      this.#present.set(deviceId, foldUpdates(this.#present.get(deviceId), update));
      resolve();
    }
    if (this.#hurried) void this.#writeOnce();
    else if (!this.#cancelWrite) void this.#writeAtPace();
  }

  /** Writes, and holds what comes meanwhile back until the pace allows the next time. */
  async #writeAtPace(): Promise<void> {
    const rows = this.#present.size;
    const pause = Math.min(
      LONGEST_STATE_INTERVAL_MS,
      Math.max(STATE_INTERVAL_MS, (rows / STATE_ROWS_PER_SECOND) * 1000),
    );
    this.#cancelWrite = this.#clock.after(pause, () => {
      this.#cancelWrite = undefined;
      if (this.#present.size > 0) void this.#writeAtPace();
    });
    await this.#writeOnce();
  }

  #writeOnce(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const present = this.#present;
      if (present.size === 0) return;
      this.#present = new Map();
      try {
        this.#notify(await this.#store.saveStats([...present.values()]));
      } catch {
        // They are in the log; the next time they are written with what has come since.
        for (const [deviceId, update] of present) {
          const since = this.#present.get(deviceId);
          this.#present.set(deviceId, since ? foldUpdates(update, since) : update);
        }
      }
    });
    return this.#writing;
  }
}

/** Two reports of a device as one: each figure's younger value, and what the younger leaves out from the older. */
export function foldUpdates(kept: StatUpdate | undefined, update: StatUpdate): StatUpdate {
  if (!kept) return update;
  const [older, younger] = kept.sampledAt <= update.sampledAt ? [kept, update] : [update, kept];
  const told = younger.message.radios ? younger : older;
  return {
    deviceId: update.deviceId,
    message: { ...older.message, ...younger.message },
    sampledAt: younger.sampledAt,
    ...(told.message.radios && { radiosAt: told.radiosAt ?? told.sampledAt }),
  };
}
