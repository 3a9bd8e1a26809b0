import type { Block } from '@northlight/telemetry-codec';
import type { Group, Rows } from './groups.ts';
import { OpenRows } from './open-rows.ts';
import { hourOf } from './partitions.ts';

type Series = Map<Group, OpenRows>;

/** Milliseconds since 1970: when figures were taken, and when they came. */
export interface Moment {
  readonly sampledAt: number;
  readonly receivedAt: number;
}

/** What has been logged and not packed yet, in memory: the open hour, and the one before until it is packed. */
export class Recent {
  /** By the hour in which it came, as the log's partitions; then by series and group. */
  readonly #hours = new Map<number, Map<string, Series>>();

  add(seriesId: string, { receivedAt, sampledAt }: Moment, rows: Rows): void {
    const hour = hourOf(receivedAt);
    let all = this.#hours.get(hour);
    if (!all) this.#hours.set(hour, (all = new Map()));
    let series = all.get(seriesId);
    if (!series) all.set(seriesId, (series = new Map()));
    // To the second: devices report by the minute.
    const time = Math.floor(sampledAt / 1000);
    for (const [group, row] of rows) {
      if (row.length === 0) continue;
      let open = series.get(group);
      if (!open) series.set(group, (open = new OpenRows()));
      open.add(time, row);
    }
  }

  /** What is known of a series and not packed. */
  read(seriesId: string, group: Group, wanted?: (column: string) => boolean): Block[] {
    const blocks: Block[] = [];
    for (const hour of [...this.#hours.keys()].sort((a, b) => a - b)) {
      const block = this.#hours.get(hour)?.get(seriesId)?.get(group)?.toBlock(wanted);
      if (block && block.times.length > 0) blocks.push(block);
    }
    return blocks;
  }

  /** The log's partition that begins at this hour is packed. */
  forget(hour: number): void {
    this.#hours.delete(hour);
  }

  clear(): void {
    this.#hours.clear();
  }

  /** Forgets hours that are packed, whoever packed them. */
  keepOnly(isOpen: (hour: number) => boolean): void {
    for (const hour of this.#hours.keys()) if (!isOpen(hour)) this.#hours.delete(hour);
  }
}
