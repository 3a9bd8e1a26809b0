import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores the secrets of network documents encrypted with the project's key; the documents contain only their
 * ids.
 */
export const network003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('network_secrets')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
      .addColumn('sealed', 'bytea', (column) => column.notNull())
      .addColumn('applied', 'boolean', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('network_secrets_project')
      .on('network_secrets')
      .column('project_id')
      .execute();
  },
};
