import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the device above each device, with the port there, as the network topology has inferred it. */
export const devices021: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('parent_id', 'text')
      .addColumn('parent_port', 'text')
      .execute();
  },
};
