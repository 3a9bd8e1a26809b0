import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which client certificate a device may connect with, and the one that it has been issued since. */
export const devices006: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('certificate', 'text')
      .addColumn('next_certificate', 'text')
      .execute();
  },
};
