import { ROLL_UP_STEP_SECONDS, type Stretch } from '@northlight/contract';
import { type Block, mergeBlocks } from '@northlight/telemetry-codec';
import type { Db } from '../platform/db/database.ts';
import { readHours, readMinutes, readOpenDays, type Span } from './blocks-store.ts';
import type { Group } from './groups.ts';
import type { RecentRows } from './recent-rows.ts';
import { HOUR_MS } from '@northlight/runtime';
import { AGGREGATES, rollUp } from './roll-up.ts';

type Wanted = (column: string) => boolean;

/** Before a stretch: a counter's first rate needs the report before it. */
const LEAD_MS = 5 * 60_000;

const EVER: Span = { from: 0, to: 253_402_300_800_000 };

/** What is stored of series, wherever it stands: packed days and hours, and what is not packed yet. */
export class SeriesReader {
  readonly #db: Db;
  readonly #recent: RecentRows;

  constructor(db: Db, recent: RecentRows) {
    this.#db = db;
    this.#recent = recent;
  }

  /** Reports as they came, a little more than the stretch. */
  async reports(
    seriesIds: readonly string[],
    group: Group,
    { from, to }: Stretch,
    wanted: Wanted,
  ): Promise<Map<string, Block>> {
    const span: Span = { from: from * 1000 - LEAD_MS, to: to * 1000 };
    const packed = await readMinutes(this.#db, seriesIds, group, span, wanted);
    const open = await this.#recent.read(seriesIds, group, span, wanted);
    return this.#merge(seriesIds, [packed, open]);
  }

  /** Hourly figures with their aggregates; of hours that are not rolled up yet made from their reports. */
  async hours(
    seriesIds: readonly string[],
    group: Group,
    { from, to }: Stretch,
    wanted: Wanted,
  ): Promise<Map<string, Block>> {
    const span: Span = { from: from * 1000, to: to * 1000 };
    const rolled = await readHours(this.#db, seriesIds, group, span, (column) => wanted(meanOf(column)));
    const days = await readOpenDays(
      this.#db,
      seriesIds,
      group,
      { ...span, from: span.from - HOUR_MS },
      wanted,
    );
    const open = await this.#recent.read(seriesIds, group, span, wanted);
    const fresh = new Map(
      [...this.#merge(seriesIds, [days, open])].map(([seriesId, block]) => {
        const first = Math.max(from, Math.floor((block.times[0] ?? to) / 3600) * 3600);
        return [seriesId, first < to ? [rollUp(group, block, first, to)] : []] as const;
      }),
    );
    return this.#merge(seriesIds, [rolled, fresh]);
  }

  /** What is not packed yet, whole. */
  async open(seriesIds: readonly string[], group: Group): Promise<Map<string, Block>> {
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

/** The column that an hourly figure is of. */
function meanOf(column: string): string {
  const at = column.lastIndexOf('^');
  return at > 0 && Object.values<string>(AGGREGATES).includes(column.slice(at))
    ? column.slice(0, at)
    : column;
}

export const isRolledUp = ({ step }: Stretch): boolean => step >= ROLL_UP_STEP_SECONDS;
