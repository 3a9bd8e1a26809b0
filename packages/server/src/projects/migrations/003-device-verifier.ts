import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Verifier of the device password for the devices' local pages; created once per password, so that it stays the same. */
export const projects003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('projects').addColumn('device_verifier', 'jsonb').execute();
  },
};
