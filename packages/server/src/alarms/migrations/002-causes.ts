import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alarms002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('alarms')
      .addColumn('cause_id', 'uuid')
      .addColumn('subject', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('standing', 'text', (column) => column.notNull().defaultTo('shown'))
      .addColumn('shown_at', 'timestamptz')
      .addColumn('occurrences', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('last_at', 'timestamptz')
      .addColumn('resolved_by', 'text')
      .execute();
    // Existing alarms count as shown; new alarms are grouped first.
    await sql`update alarms set shown_at = at`.execute(db);
    await sql`alter table alarms alter column standing set default 'new'`.execute(db);
    await sql`drop index alarms_open`.execute(db);
    await sql`create unique index alarms_open on alarms (device_id, kind, subject)
      where resolved_at is null and kind <> 'device-event'`.execute(db);
    // Alarms of the project itself have no device.
    await sql`create unique index alarms_open_project on alarms (project_id, kind, subject)
      where resolved_at is null and device_id is null`.execute(db);
    await sql`create index alarms_unsettled on alarms (project_id)
      where resolved_at is null or standing <> 'shown'`.execute(db);
    await db.schema.createIndex('alarms_cause').on('alarms').column('cause_id').execute();
    await db.schema
      .createTable('port_changes')
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('port', 'text', (column) => column.notNull())
      .addColumn('up', 'boolean', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('port_changes_key', ['device_id', 'event_id'])
      .execute();
    await db.schema
      .createIndex('port_changes_project')
      .on('port_changes')
      .columns(['project_id', 'at'])
      .execute();
    // Creates one row per project, which grouping locks.
    await db.schema
      .createTable('alarm_groupings')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .execute();
  },
};
