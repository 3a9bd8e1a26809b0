import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the reported state of the WAN ports with its sample time. */
export const devices015: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('wans', 'jsonb')
      .addColumn('wans_at', 'timestamptz')
      .execute();
  },
};
