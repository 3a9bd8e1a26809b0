import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const EXCLUSIVE = "('restart', 'reset', 'upgrade', 'poe-restart', 'country', 'cpe-mode')";

/**
 * Stores commands with arguments and results, jobs in waves, settings of single devices, and scheduled
 * restarts.
 */
export const devices007: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('jobs')
      .addColumn('args', 'jsonb', (column) => column.notNull().defaultTo('{}'))
      // Cumulative shares of the devices by wave, in per cent; null sends to all at once.
      .addColumn('waves', 'jsonb')
      .addColumn('wave', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('retry_of', 'uuid')
      .execute();
    await db.schema
      .alterTable('job_rows')
      .addColumn('args', 'jsonb', (column) => column.notNull().defaultTo('{}'))
      .addColumn('result', 'jsonb')
      .addColumn('wave', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.dropIndex('job_rows_exclusive').execute();
    await sql`create unique index job_rows_exclusive on job_rows (device_id)
      where kind in ${sql.raw(EXCLUSIVE)} and state in ('queued', 'sent', 'running')`.execute(db);
    await sql`create index job_rows_held on job_rows (job_id, wave)
      where wave > 0 and state in ('queued', 'sent', 'running')`.execute(db);
    await sql`create index devices_held on devices (state_at) where state in (3, 4, 8)`.execute(db);

    await db.schema
      .createTable('device_settings')
      .addColumn('device_id', 'text', (column) =>
        column.primaryKey().references('devices.id').onDelete('cascade'),
      )
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('settings', 'jsonb', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('restart_schedules')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('device_ids', 'jsonb', (column) => column.notNull())
      // Days of the week, 1 is Monday; an empty list restarts once.
      .addColumn('weekdays', 'jsonb', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('next_at', 'timestamptz')
      .addColumn('actor_id', 'uuid')
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await sql`create index restart_schedules_due on restart_schedules (next_at) where next_at is not null`.execute(
      db,
    );
  },
};
