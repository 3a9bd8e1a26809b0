import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the radios of a device do, and when it said so: a report may leave them out. */
export const devices009: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('radios', 'jsonb')
      .addColumn('radios_at', 'timestamptz')
      .execute();
  },
};
