import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { Work } from '../platform/work.ts';

export interface DemoCopy {
  readonly id: number;
  /** Id of the copied demo project. */
  readonly source: number;
}

/** Returns the demo copies that are neither deleted nor expired at `now`. */
export async function listDemoCopies(db: DbOrTx, now: Date): Promise<DemoCopy[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'copy_of'])
    .where('copy_of', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.flatMap(({ id, copy_of: source }) => (source === null ? [] : [{ id, source }]));
}

/** Returns true when the account has a copy of this demo that is neither deleted nor expired. */
export async function hasDemoCopy(tx: Tx, ownerId: string, source: number, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('copy_of', '=', source)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts an account's copies of each demo since a time, also deleted ones. Returns a function with the count of a demo. */
export async function countDemoCopies(
  db: DbOrTx,
  ownerId: string,
  since: Date,
): Promise<(source: number) => number> {
  const rows = await db
    .selectFrom('projects')
    .select(['copy_of', (select) => select.fn.countAll<number>().as('copies')])
    .where('owner_id', '=', ownerId)
    .where('copy_of', 'is not', null)
    .where('created_at', '>', since)
    .groupBy('copy_of')
    .execute();
  const copies = new Map(rows.map((row) => [row.copy_of, row.copies] as const));
  return (source) => copies.get(source) ?? 0;
}

/** Ends a copy at once. It is deleted later. */
export async function endCopy(work: Work, id: number): Promise<void> {
  await work.tx
    .updateTable('projects')
    .set({ expires_at: work.now })
    .where('id', '=', id)
    .where('copy_of', 'is not', null)
    .execute();
  work.projectsChanged();
}

/** Deletes an account's expired copies of a demo, so that the next copy can have their name. */
export async function deleteEndedDemoCopies(
  tx: Tx,
  ownerId: string,
  source: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ deleted_at: now })
    .where('owner_id', '=', ownerId)
    .where('copy_of', '=', source)
    .where('deleted_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
}
