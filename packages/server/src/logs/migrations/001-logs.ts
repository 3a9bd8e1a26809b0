import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const logs001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('run_logs')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('severity', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('device_name', 'text')
      // Id of a device event, so that a repeated event is stored once.
      .addColumn('event_id', 'text')
      .execute();
    await db.schema
      .createIndex('run_logs_project_at')
      .on('run_logs')
      .columns(['project_id', 'at', 'id'])
      .execute();
    await sql`create unique index run_logs_event on run_logs (device_id, event_id) where event_id is not null`.execute(
      db,
    );
    await db.schema
      .alterTable('projects')
      .addColumn('log_days', 'smallint', (column) => column.notNull().defaultTo(90))
      .execute();
    // Proof that the server deleted the content of an audit record after its retention (see the audit chain).
    await db.schema.alterTable('audit').addColumn('deleted_mac', 'text').execute();
  },
};
