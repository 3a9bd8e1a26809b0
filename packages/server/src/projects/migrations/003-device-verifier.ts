import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the verifier of the device password for local pages. It is created once per password, so that it stays
 * the same.
 */
export const projects003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('projects').addColumn('device_verifier', 'jsonb').execute();
  },
};
