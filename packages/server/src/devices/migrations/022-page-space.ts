import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Leaves space in the pages of devices for new versions of their rows. A push updates a row three times; a
 * version on the same page needs no new entries in the indexes.
 */
export const devices022: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table devices set (fillfactor = 70)`.execute(db);
  },
};
