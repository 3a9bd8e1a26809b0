import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the unit of lengths that an account has chosen. */
export const accounts006: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('accounts')
      .addColumn('length_unit', 'text', (column) => column.notNull().defaultTo('m'))
      .execute();
  },
};
