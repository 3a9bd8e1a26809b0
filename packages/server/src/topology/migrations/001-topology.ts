import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const topology001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('topology_reports')
      .addColumn('device_id', 'text', (column) =>
        column.primaryKey().references('device_state.device_id').onDelete('cascade'),
      )
      .addColumn('addresses', 'jsonb', (column) => column.notNull())
      .addColumn('reported_at', 'timestamptz', (column) => column.notNull())
      .execute();
  },
};
