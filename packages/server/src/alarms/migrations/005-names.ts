import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alarms005: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table alarms rename column standing to status`.execute(db);
    await sql`alter table alarms rename column told to notified`.execute(db);
    await sql`alter table alarms rename column end_told_at to end_notified_at`.execute(db);
    await sql`alter index alarms_untold rename to alarms_unconsidered`.execute(db);
    await sql`alter index alarms_told rename to alarms_end_unnotified`.execute(db);
  },
};
