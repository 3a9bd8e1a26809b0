import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changes made on a device's local page since its last configuration. */
export const devices010: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('device_state').addColumn('local_change', 'jsonb').execute();
  },
};
