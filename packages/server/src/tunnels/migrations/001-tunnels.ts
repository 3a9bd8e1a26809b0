import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Creates the table of tunnels to local pages of devices, with the server process that has the connection.
 */
export const tunnels001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('tunnels')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('device_name', 'text', (column) => column.notNull())
      .addColumn('account_id', 'uuid', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('label_hash', 'text', (column) => column.notNull().unique())
      .addColumn('ticket_hash', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('job_id', 'uuid')
      .addColumn('process', 'text')
      .addColumn('entrance_hash', 'text')
      .addColumn('entrance_until', 'timestamptz')
      .addColumn('ended_at', 'timestamptz')
      .addColumn('ended_code', 'integer')
      .addColumn('ended_reason', 'text')
      .execute();
    await db.schema
      .createIndex('tunnels_device')
      .on('tunnels')
      .columns(['device_id', 'expires_at'])
      .execute();
  },
};
