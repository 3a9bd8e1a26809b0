import { ROLL_UP_STEP_SECONDS, type ChartWindow } from '@northlight/contract';
import { type Block, mergeBlocks } from '@northlight/telemetry-codec';
import type { Db } from '../../platform/db/database.ts';
import { readHours, readMinutes, readOpenDays, type Span } from '../blocks-store.ts';
import type { Group } from '../groups.ts';
import type { SeriesReader } from '../../services.ts';
import type { UnpackedReader } from '../log/unpacked-reader.ts';
import { HOUR_MS } from '@northlight/runtime';
import { AGGREGATES, rollUpHours } from '../packing/roll-up.ts';

type ColumnFilter = (column: string) => boolean;

/** Time to read before a window, because the first rate of a counter needs the report before it. */
const LEAD_MS = 5 * 60_000;

const EVER: Span = { from: 0, to: 253_402_300_800_000 };

/** Reads series from packed days, packed hours and the unpacked log. */
export class StoredSeriesReader implements SeriesReader {
  readonly #db: Db;
  readonly #recent: UnpackedReader;

  constructor(db: Db, recent: UnpackedReader) {
    this.#db = db;
    this.#recent = recent;
  }

  /** Returns the unaggregated reports, including reports before and after the window. */
  async reports(
    seriesIds: readonly string[],
    group: Group,
    { from, to }: ChartWindow,
    columnFilter: ColumnFilter,
  ): Promise<Map<string, Block>> {
    const span: Span = { from: from * 1000 - LEAD_MS, to: to * 1000 };
    const packed = await readMinutes(this.#db, seriesIds, group, span, columnFilter);
    const open = await this.#recent.read(seriesIds, group, span, columnFilter);
    return this.#merge(seriesIds, [packed, open]);
  }

  /**
   * Returns the hourly figures with their aggregates. Hours that are not rolled up yet are computed from
   * their reports.
   */
  async hours(
    seriesIds: readonly string[],
    group: Group,
    { from, to }: ChartWindow,
    columnFilter: ColumnFilter,
  ): Promise<Map<string, Block>> {
    const span: Span = { from: from * 1000, to: to * 1000 };
    const rolled = await readHours(this.#db, seriesIds, group, span, (column) =>
      columnFilter(getBaseColumn(column)),
    );
    const days = await readOpenDays(
      this.#db,
      seriesIds,
      group,
      { ...span, from: span.from - HOUR_MS },
      columnFilter,
    );
    const open = await this.#recent.read(seriesIds, group, span, columnFilter);
    const fresh = new Map(
      [...this.#merge(seriesIds, [days, open])].map(([seriesId, block]) => {
        const first = Math.max(from, Math.floor((block.times[0] ?? to) / 3600) * 3600);
        return [seriesId, first < to ? [rollUpHours(group, block, first, to)] : []] as const;
      }),
    );
    return this.#merge(seriesIds, [rolled, fresh]);
  }

  /** Returns all data that is not packed yet. */
  async unpacked(seriesIds: readonly string[], group: Group): Promise<Map<string, Block>> {
    return this.#merge(seriesIds, [await this.#recent.read(seriesIds, group, EVER, () => true)]);
  }

  #merge(
    seriesIds: readonly string[],
    parts: readonly ReadonlyMap<string, readonly Block[]>[],
  ): Map<string, Block> {
    return new Map(
      seriesIds.map((seriesId) => {
        const blocks = parts.flatMap((part) => part.get(seriesId) ?? []);
        const [only] = blocks;
        return [seriesId, blocks.length === 1 && only ? only : mergeBlocks(blocks)];
      }),
    );
  }
}

/** Returns the column that an aggregate belongs to, for example `cpu` for `cpu^max`. */
function getBaseColumn(column: string): string {
  const at = column.lastIndexOf('^');
  return at > 0 && Object.values<string>(AGGREGATES).includes(column.slice(at))
    ? column.slice(0, at)
    : column;
}

export const isRolledUp = ({ step }: ChartWindow): boolean => step >= ROLL_UP_STEP_SECONDS;
