import type { Clock } from '@northlight/runtime';
import { mergeNearby } from './merge-nearby.ts';
import {
  type AffectedResources,
  type DeviceStore,
  type FigureReport,
  getPartTime,
  type StatUpdate,
  TIMED_PARTS,
} from './store.ts';

const MAX_WAIT_MS = 200;
const MAX_BATCH = 5_000;
/** Minimum interval between two writes of current figures. */
const STATE_INTERVAL_MS = 1_000;
/** Maximum number of rows written per second on average; more devices lengthen the interval. */
const STATE_ROWS_PER_SECOND = 500;
/** Maximum interval between two writes of current figures, for any number of devices. */
const LONGEST_STATE_INTERVAL_MS = 10_000;

interface PendingReport {
  readonly report: FigureReport;
  readonly update: StatUpdate;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects reports for up to 200 ms and logs them in one transaction; each report is acknowledged after that commit. The
 * current figures of logged reports are merged per device and written separately, at an interval that depends on the
 * number of devices.
 */
export class StatIntake {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #notify: (affected: readonly AffectedResources[]) => void;
  #pending: PendingReport[] = [];
  #cancelLog: (() => void) | undefined;
  #logging: Promise<void> = Promise.resolve();
  #current = new Map<string, StatUpdate>();
  #writing: Promise<void> = Promise.resolve();
  #cancelWrite: (() => void) | undefined;
  #isBatching = true;

  constructor(store: DeviceStore, clock: Clock, notify: (affected: readonly AffectedResources[]) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#notify = notify;
  }

  /** Resolves after the commit of the report. */
  add(report: FigureReport, update: StatUpdate): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ report, update, resolve, reject });
      if (!this.#isBatching || this.#pending.length >= MAX_BATCH) void this.#log();
      else this.#cancelLog ??= this.#clock.after(MAX_WAIT_MS, () => void this.#log());
    });
  }

  /** Logs and writes reports at once from now on: the server is shutting down and a test clock no longer advances. */
  stopBatching(): void {
    this.#isBatching = false;
    void this.flush();
  }

  /** Logs all received reports and tries once to write the current figures. */
  async flush(): Promise<void> {
    await this.#log();
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    await this.#writeOnce();
  }

  #log(): Promise<void> {
    this.#cancelLog?.();
    this.#cancelLog = undefined;
    const batch = this.#pending;
    this.#pending = [];
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
      this.#current.set(deviceId, mergeUpdates(this.#current.get(deviceId), update));
      resolve();
    }
    if (!this.#isBatching) void this.#writeOnce();
    else if (!this.#cancelWrite) void this.#writeAtInterval();
  }

  /** Writes the current figures now. Figures that arrive during the write are written after the interval. */
  async #writeAtInterval(): Promise<void> {
    const rows = this.#current.size;
    const interval = Math.min(
      LONGEST_STATE_INTERVAL_MS,
      Math.max(STATE_INTERVAL_MS, (rows / STATE_ROWS_PER_SECOND) * 1000),
    );
    this.#cancelWrite = this.#clock.after(interval, () => {
      this.#cancelWrite = undefined;
      if (this.#current.size > 0) void this.#writeAtInterval();
    });
    await this.#writeOnce();
  }

  #writeOnce(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const batch = this.#current;
      if (batch.size === 0) return;
      this.#current = new Map();
      try {
        this.#notify(await this.#store.saveStats([...batch.values()]));
      } catch {
        // Merges the figures into the next write, because their reports are logged already.
        for (const [deviceId, update] of batch) {
          const newer = this.#current.get(deviceId);
          this.#current.set(deviceId, newer ? mergeUpdates(update, newer) : update);
        }
      }
    });
    return this.#writing;
  }
}

/**
 * Merges two reports of a device. Keeps the newer value of each figure, and the older value where the newer
 * report has none. Scans are merged by channel.
 */
export function mergeUpdates(earlier: StatUpdate | undefined, update: StatUpdate): StatUpdate {
  if (!earlier) return update;
  const [older, newer] = earlier.sampledAt <= update.sampledAt ? [earlier, update] : [update, earlier];
  const partsAt = TIMED_PARTS.flatMap((part) => {
    const latest = newer.message[part] ? newer : older;
    return latest.message[part] ? [[part, getPartTime(latest, part)] as const] : [];
  });
  return {
    deviceId: update.deviceId,
    message: { ...older.message, ...newer.message, ...mergeNearby(older.message, newer.message) },
    sampledAt: newer.sampledAt,
    clockDifferenceMs: newer.clockDifferenceMs,
    partsAt: Object.fromEntries(partsAt),
  };
}
