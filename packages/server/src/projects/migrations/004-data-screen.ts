import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Data screen layouts of accounts; an account without a row has the default layout. */
export const projects004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('screen_layouts')
      .addColumn('account_id', 'uuid', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('layout', 'jsonb', (column) => column.notNull())
      .execute();
  },
};
