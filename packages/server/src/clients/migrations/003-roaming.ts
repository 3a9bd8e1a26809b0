import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the signal of a wireless client at the beginning and at the end of a visit (dBm). */
export const clients003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('client_visits')
      .addColumn('signal_dbm', 'real')
      .addColumn('last_signal_dbm', 'real')
      .execute();
  },
};
