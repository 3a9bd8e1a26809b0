import type { Insertable } from 'kysely';
import type { Database, DbOrTx } from './db/database.ts';

/** Appends the audit row of a change: actor, source, old and new value, result. */
export async function writeAudit(
  db: DbOrTx,
  row: Omit<Insertable<Database['audit']>, 'sequence' | 'hash' | 'deleted_mac'>,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ ...row, sequence: null, hash: null, deleted_mac: null })
    .execute();
}
