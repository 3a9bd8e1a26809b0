import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the state of the native protocol: boot id, highest seen revision and offered credential. */
export const devices003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('boot', 'text')
      .addColumn('seen_rev', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('desired_when', 'timestamptz')
      .addColumn('next_token_hash', 'text')
      .addColumn('next_token_salt', 'text')
      .execute();
  },
};
