import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the address at which other processes reach the holder of a lease. */
export const platform004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('leases').addColumn('address', 'text').execute();
  },
};
