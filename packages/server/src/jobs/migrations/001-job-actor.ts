import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the requester of a job, whose access is checked again before its rows run. */
export const jobs001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('jobs').addColumn('actor_id', 'uuid').execute();
  },
};
