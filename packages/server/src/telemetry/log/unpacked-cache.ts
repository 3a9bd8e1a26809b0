import type { Block } from '@northlight/telemetry-codec';
import type { Group, GroupedRows } from '../groups.ts';
import { OpenRows } from './open-rows.ts';
import { truncateToHour } from '../partitions.ts';

type Series = Map<Group, OpenRows>;

/** Times of a report (ms since 1970). */
export interface ReportTimes {
  readonly sampledAt: number;
  readonly receivedAt: number;
}

/**
 * Keeps logged rows that are not packed yet in memory: those of the current hour, and of the previous hour
 * until it is packed.
 */
export class UnpackedCache {
  /** Rows by hour of arrival, like the log's partitions, then by series and group. */
  readonly #hours = new Map<number, Map<string, Series>>();

  add(seriesId: string, { receivedAt, sampledAt }: ReportTimes, rows: GroupedRows): void {
    const hour = truncateToHour(receivedAt);
    let all = this.#hours.get(hour);
    if (!all) this.#hours.set(hour, (all = new Map()));
    let series = all.get(seriesId);
    if (!series) all.set(seriesId, (series = new Map()));
    // Precision of 1 s, because devices report once a minute.
    const time = Math.floor(sampledAt / 1000);
    for (const [group, row] of rows) {
      if (row.length === 0) continue;
      let open = series.get(group);
      if (!open) series.set(group, (open = new OpenRows()));
      open.add(time, row);
    }
  }

  read(seriesId: string, group: Group, columnFilter?: (column: string) => boolean): Block[] {
    const blocks: Block[] = [];
    for (const hour of [...this.#hours.keys()].sort((a, b) => a - b)) {
      const block = this.#hours.get(hour)?.get(seriesId)?.get(group)?.toBlock(columnFilter);
      if (block && block.times.length > 0) blocks.push(block);
    }
    return blocks;
  }

  /** Removes the rows of an hour. Callers call it when that hour has been packed. */
  dropHour(hour: number): void {
    this.#hours.delete(hour);
  }

  clear(): void {
    this.#hours.clear();
  }

  retainHours(isOpen: (hour: number) => boolean): void {
    for (const hour of this.#hours.keys()) if (!isOpen(hour)) this.#hours.delete(hour);
  }
}
