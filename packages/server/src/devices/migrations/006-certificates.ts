import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the client certificate in use, and the issued one that will follow it. */
export const devices006: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('certificate', 'text')
      .addColumn('next_certificate', 'text')
      .execute();
  },
};
