import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What accounts want to see on their data screens; without a row it is as everybody's first. */
export const projects004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('screen_layouts')
      .addColumn('account_id', 'uuid', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('layout', 'jsonb', (column) => column.notNull())
      .execute();
  },
};
