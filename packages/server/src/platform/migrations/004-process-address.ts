import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where the process that holds a lease is reached by the other ones. */
export const platform004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('leases').addColumn('address', 'text').execute();
  },
};
