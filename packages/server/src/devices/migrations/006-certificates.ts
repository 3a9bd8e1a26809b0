import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Client certificate in use and the next, issued one. */
export const devices006: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('certificate', 'text')
      .addColumn('next_certificate', 'text')
      .execute();
  },
};
