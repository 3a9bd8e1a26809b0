import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const gateway001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('gateway_configs')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey().references('projects.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('config', 'jsonb', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .execute();
  },
};
