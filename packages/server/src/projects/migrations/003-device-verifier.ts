import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What devices check the device password with at their own pages: made once for each password, so that it stands still. */
export const projects003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('projects').addColumn('device_verifier', 'jsonb').execute();
  },
};
