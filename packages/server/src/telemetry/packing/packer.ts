import { type Clock, HOUR_MS, DAY_MS } from '@northlight/runtime';
import type { Db } from '../../platform/db/database.ts';
import { packDay } from './pack-day.ts';
import { packHour } from './pack-hour.ts';
import { type PartitionedTable, truncateToMonth, type PartitionManager } from '../partitions.ts';
import type { UnpackedCache } from '../log/unpacked-cache.ts';

/** Delay before a closed hour is packed, so that reports in flight at its end are included. */
const HOUR_SETTLES_MS = 2 * 60_000;
/** Retention of each table (ms), counted from the end of a partition. */
const KEPT_MS: Readonly<Partial<Record<PartitionedTable, number>>> = {
  telemetry_days: 62 * DAY_MS,
  telemetry_roll_ups: 400 * DAY_MS,
};

interface PackerServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly partitions: PartitionManager;
  readonly recent: UnpackedCache;
}

/**
 * Packs closed hours of the log, then closed days, and drops expired partitions. Only one run is in progress
 * at a time.
 */
export class Packer {
  readonly #services: PackerServices;
  #running: Promise<void> | undefined;

  constructor(services: PackerServices) {
    this.#services = services;
  }

  /** Packs everything that is due; resolves when it is packed. Joins a run in progress. */
  run(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #runOnce(): Promise<void> {
    await this.#packHours();
    await this.#packDays();
    await this.#forget();
  }

  async #packHours(): Promise<void> {
    const { clock, partitions, recent } = this.#services;
    for (const partition of await partitions.list('telemetry_hot')) {
      if (partition.to + HOUR_SETTLES_MS > clock.now()) continue;
      const done = await partitions.consume(partition, (tx) =>
        packHour(tx, partition, (hour) => partitions.ensure('telemetry_hours', hour)),
      );
      if (done) recent.dropHour(partition.from);
    }
    await this.forgetPacked();
  }

  /** Drops cached hours that another process has packed. */
  async forgetPacked(): Promise<void> {
    const { clock, partitions, recent } = this.#services;
    const open = new Set((await partitions.list('telemetry_hot')).map(({ from }) => from));
    recent.retainHours((hour) => open.has(hour) || hour + HOUR_MS + HOUR_SETTLES_MS > clock.now());
  }

  async #packDays(): Promise<void> {
    const { clock, partitions } = this.#services;
    const hot = await partitions.list('telemetry_hot');
    const oldest = Math.min(clock.now(), ...hot.map(({ from }) => from));
    for (const partition of await partitions.list('telemetry_hours')) {
      if (partition.to > oldest) continue;
      await partitions.ensure('telemetry_days', partition.from);
      await partitions.ensure('telemetry_roll_ups', truncateToMonth(partition.from));
      await partitions.consume(partition, (tx) => packDay(tx, partition));
    }
  }

  async #forget(): Promise<void> {
    const { clock, partitions } = this.#services;
    for (const [parent, keptMs] of Object.entries(KEPT_MS))
      for (const partition of await partitions.list(parent as PartitionedTable))
        if (partition.to < clock.now() - keptMs) await partitions.consume(partition, async () => undefined);
  }
}
