import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores a bridge's end of its link, with its sample time. */
export const devices020: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('bridge', 'jsonb')
      .addColumn('bridge_at', 'timestamptz')
      .execute();
  },
};
