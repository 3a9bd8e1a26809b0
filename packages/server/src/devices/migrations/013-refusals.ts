import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the last refused connection of each authority. */
export const devices013: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('trusted_authorities')
      .addColumn('refused_at', 'timestamptz')
      .addColumn('refused_device', 'text')
      .addColumn('refused_reason', 'text')
      .execute();
  },
};
