import type { DbOrTx } from '../platform/db/database.ts';

export interface Backfill {
  /** End of the written history: the time at which the project's own reports begin. */
  readonly endsAt: Date;
  /** Start of the stored history; later times are stored completely. */
  readonly storedFrom: Date;
}

/** Returns how far the written history of a project reaches back; undefined before it begins. */
export async function readBackfill(db: DbOrTx, projectId: number): Promise<Backfill | undefined> {
  const row = await db
    .selectFrom('telemetry_backfills')
    .select(['ends_at', 'stored_from'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row && { endsAt: row.ends_at, storedFrom: row.stored_from };
}

/** Stores how far the written history of a project reaches back. */
export async function saveBackfill(db: DbOrTx, projectId: number, backfill: Backfill): Promise<void> {
  const { endsAt: ends_at, storedFrom: stored_from } = backfill;
  await db
    .insertInto('telemetry_backfills')
    .values({ project_id: projectId, ends_at, stored_from })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ stored_from }))
    .execute();
}
