import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was changed at a device's own page since the last configuration that it was sent. */
export const devices010: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('device_state').addColumn('local_change', 'jsonb').execute();
  },
};
