import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who asked for a job: his right is looked at again when its rows are about to run. */
export const devices002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('jobs').addColumn('actor_id', 'uuid').execute();
  },
};
