import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the table with the metadata of stored files. */
export const files001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('files')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('owner_id', 'uuid', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('files_owner').on('files').column('owner_id').execute();
  },
};
