import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the changes of a device, so that a step detects a change since it read the device. */
export const devices004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('steps', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
