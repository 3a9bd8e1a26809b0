import type { Block } from '@northlight/telemetry-codec';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Span } from '../blocks-store.ts';
import { type Group, parseRows } from '../groups.ts';
import { type LoggedRow, groupOpenRows } from './open-rows.ts';
import type { UnpackedCache } from './unpacked-cache.ts';

type ColumnFilter = (column: string) => boolean;

/** Number of log rows per query while the cache is loaded. */
const ROWS_AT_ONCE = 200;

/**
 * Reads rows that are not packed yet: from memory while this server is the only one on the database, and from
 * the log while other servers store reports too.
 */
export class UnpackedReader {
  readonly #db: Db;
  readonly #recent: UnpackedCache;
  #isWhole = false;

  constructor(db: Db, recent: UnpackedCache) {
    this.#db = db;
    this.#recent = recent;
  }

  async read(
    seriesIds: readonly string[],
    group: Group,
    span: Span,
    columnFilter: ColumnFilter,
  ): Promise<Map<string, Block[]>> {
    if (this.#isWhole)
      return new Map(seriesIds.map((id) => [id, this.#recent.read(id, group, columnFilter)] as const));
    const { rows } =
      await sql<LoggedRow>`select device_id, kind, sampled_at, received_at, body from telemetry_hot
      where device_id = any(${seriesIds}::text[]) and sampled_at >= ${new Date(span.from)} and sampled_at < ${new Date(span.to)}
      order by received_at, sampled_at`.execute(this.#db);
    return new Map(
      [...Map.groupBy(rows, ({ device_id }) => device_id)].map(([seriesId, own]) => {
        const block = groupOpenRows(own).get(group)?.toBlock(columnFilter);
        return [seriesId, block ? [block] : []] as const;
      }),
    );
  }

  /** Selects the source of the rows; called when other servers start or stop storing reports. */
  async setSharedLog(others: boolean): Promise<void> {
    if (others) this.#isWhole = false;
    else if (!this.#isWhole) await this.#load();
  }

  /** Loads the whole log in portions. `ReportLog` adds the rows that are stored during the load. */
  async #load(): Promise<void> {
    this.#recent.clear();
    await this.#db.transaction().execute(async (tx) => {
      await sql`declare logged no scroll cursor for
        select device_id, kind, sampled_at, received_at, body from telemetry_hot`.execute(tx);
      for (;;) {
        const { rows } = await sql<
          LoggedRow & { received_at: Date }
        >`fetch ${sql.lit(ROWS_AT_ONCE)} from logged`.execute(tx);
        if (rows.length === 0) return;
        for (const { body, device_id, kind, received_at, sampled_at } of rows) {
          const moment = { sampledAt: sampled_at.getTime(), receivedAt: received_at.getTime() };
          this.#recent.add(device_id, moment, parseRows(kind, body));
        }
      }
    });
    this.#isWhole = true;
  }
}
