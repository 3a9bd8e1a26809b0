import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const telemetry002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('telemetry_backfills')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
      .addColumn('stored_from', 'timestamptz', (column) => column.notNull())
      .execute();
  },
};
