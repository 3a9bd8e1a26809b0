import type { Block } from '@northlight/telemetry-codec';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Span } from './blocks-store.ts';
import { type Group, rowsOf } from './groups.ts';
import { type LoggedRow, openRowsOf } from './open-rows.ts';
import type { Recent } from './recent.ts';

type Wanted = (column: string) => boolean;

/** Rows of the log that are read at once when the server starts. */
const ROWS_AT_ONCE = 200;

/**
 * What is not packed yet: in memory, as far as this server has taken it in or read it at its start; in the log, while
 * other servers on the same database take reports in as well.
 */
export class RecentRows {
  readonly #db: Db;
  readonly #recent: Recent;
  #isWhole = false;

  constructor(db: Db, recent: Recent) {
    this.#db = db;
    this.#recent = recent;
  }

  async read(
    seriesIds: readonly string[],
    group: Group,
    span: Span,
    wanted: Wanted,
  ): Promise<Map<string, Block[]>> {
    if (this.#isWhole)
      return new Map(seriesIds.map((id) => [id, this.#recent.read(id, group, wanted)] as const));
    const { rows } =
      await sql<LoggedRow>`select device_id, kind, sampled_at, received_at, body from telemetry_hot
      where device_id = any(${seriesIds}::text[]) and sampled_at >= ${new Date(span.from)} and sampled_at < ${new Date(span.to)}
      order by received_at, sampled_at`.execute(this.#db);
    return new Map(
      [...Map.groupBy(rows, ({ device_id }) => device_id)].map(([seriesId, own]) => {
        const block = openRowsOf(own).get(group)?.toBlock(wanted);
        return [seriesId, block ? [block] : []] as const;
      }),
    );
  }

  /** Other servers take reports in as well, from now on or no more. */
  async shared(others: boolean): Promise<void> {
    if (others) this.#isWhole = false;
    else if (!this.#isWhole) await this.#load();
  }

  /** Reads the whole log, a little at a time; what comes meanwhile is added beside it. */
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
          this.#recent.add(device_id, moment, rowsOf(kind, body));
        }
      }
    });
    this.#isWhole = true;
  }
}
