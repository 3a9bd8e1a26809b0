import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the backhaul of a mesh node, with its sample time. */
export const devices019: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('backhaul', 'jsonb')
      .addColumn('backhaul_at', 'timestamptz')
      .execute();
  },
};
