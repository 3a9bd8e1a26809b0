import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const accounts003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`update sign_in_flows set state = 'verified' where state = 'proved'`.execute(db);
  },
};
