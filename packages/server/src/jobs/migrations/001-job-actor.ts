import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The requester of a job: their access is checked again when its rows are about to run. */
export const jobs001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('jobs').addColumn('actor_id', 'uuid').execute();
  },
};
