import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts what changes a device, so that a step can tell whether it still knows the device. */
export const devices004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('steps', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
