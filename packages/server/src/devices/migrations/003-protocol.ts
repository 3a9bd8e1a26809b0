import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the whole native protocol keeps of a device: its start, what it has seen, and the credential it is offered. */
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
