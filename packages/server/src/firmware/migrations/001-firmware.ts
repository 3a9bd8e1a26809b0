import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores upgrade files: the manufacturer's releases in channels, and files of single projects. */
export const firmware001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('firmware')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      // Project of the file; null for a release, which all projects can use.
      .addColumn('project_id', 'bigint', (column) => column.references('projects.id').onDelete('cascade'))
      .addColumn('models', 'jsonb', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('size_bytes', 'integer', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('notes', 'text')
      .addColumn('channel', 'text')
      .addColumn('file_id', 'uuid', (column) => column.notNull())
      .addColumn('uploaded_by', 'text', (column) => column.notNull())
      .addColumn('uploaded_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await sql`create unique index firmware_content on firmware (coalesce(project_id, 0), sha256)`.execute(db);
    await db.schema
      .createTable('firmware_channels')
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('firmware_channels_pkey', ['project_id', 'model'])
      .execute();
  },
};
