import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores when a job begins that waits so that it can be cancelled. */
export const jobs002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('jobs').addColumn('starts_at', 'timestamptz').execute();
  },
};
