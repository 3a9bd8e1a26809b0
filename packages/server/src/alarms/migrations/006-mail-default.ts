import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores which alarms an account chose, so that owners without a choice can get critical alarms. Before,
 * turning mails off deleted the row, so the migration takes those choices from the audit log.
 */
export const alarms006: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('alarm_recipients')
      .addColumn('choice', 'text', (column) => column.notNull().defaultTo('all'))
      .execute();
    await sql`alter table alarm_recipients alter column choice drop default`.execute(db);
    await sql`
      insert into alarm_recipients (project_id, account_id, choice)
      select latest.project_id, accounts.id, 'off'
      from (
        select distinct on (project_id, actor_id) project_id, actor_id, after
        from audit
        where action = 'alarm.mail' and project_id is not null and actor_id is not null
        order by project_id, actor_id, at desc, id desc
      ) latest
      join accounts on accounts.id::text = latest.actor_id::text
      where latest.after = 'off'
      on conflict do nothing`.execute(db);
  },
};
