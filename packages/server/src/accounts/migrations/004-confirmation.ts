import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores when the user of a session last proved their identity. */
export const accounts004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('sessions').addColumn('confirmed_at', 'timestamptz').execute();
  },
};
