import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const devices011: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('waiting_devices').renameColumn('heard_at', 'last_seen_at').execute();
    await db.schema.alterTable('waiting_decisions').renameColumn('standing', 'decision').execute();
  },
};
