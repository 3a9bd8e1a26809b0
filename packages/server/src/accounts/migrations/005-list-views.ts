import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores columns and saved filters of lists by account. */
export const accounts005: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('list_views')
      .addColumn('account_id', 'uuid', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('view', 'jsonb', (column) => column.notNull())
      .addPrimaryKeyConstraint('list_views_pkey', ['account_id', 'list'])
      .execute();
  },
};
