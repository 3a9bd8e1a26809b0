import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the ids of devices removed from a project, so that later requests can report the removal. */
export const devices014: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('removed_devices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('removed_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('removed_devices_project')
      .on('removed_devices')
      .column('project_id')
      .execute();
  },
};
