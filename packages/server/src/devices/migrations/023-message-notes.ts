import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the last message of a device that was refused, or whose parts were left out. */
export const devices023: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('devices').addColumn('message_note', 'jsonb').execute();
  },
};
