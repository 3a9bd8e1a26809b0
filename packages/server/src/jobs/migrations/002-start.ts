import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the start time of a job whose start is delayed so that it can be cancelled. */
export const jobs002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('jobs').addColumn('starts_at', 'timestamptz').execute();
  },
};
