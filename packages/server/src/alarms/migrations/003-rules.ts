import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alarms003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('alarm_rules')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('rules', 'jsonb', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .execute();
    // Stores figures above their threshold and the time since then. An empty device id means the project
    // itself.
    await db.schema
      .createTable('alarm_watches')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('since', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('alarm_watches_key', ['project_id', 'device_id', 'kind'])
      .execute();
  },
};
