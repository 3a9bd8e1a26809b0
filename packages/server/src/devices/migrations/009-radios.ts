import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the radio figures of a device with their own time, because reports may omit them. */
export const devices009: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('radios', 'jsonb')
      .addColumn('radios_at', 'timestamptz')
      .execute();
  },
};
