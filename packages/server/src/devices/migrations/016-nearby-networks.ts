import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the Wi-Fi networks that a device receives, with their sample time. */
export const devices016: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('nearby_networks', 'jsonb')
      .addColumn('nearby_networks_at', 'timestamptz')
      .execute();
  },
};
