import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Leases of work that only one process may do at a time. */
export const platform003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('fence', 'bigint', (column) => column.notNull())
      .addColumn('until', 'timestamptz', (column) => column.notNull())
      .execute();
  },
};
