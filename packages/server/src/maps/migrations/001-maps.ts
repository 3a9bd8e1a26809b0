import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores floor plans with their versions, the unsaved edits of each account, pictures and materials of walls. */
export const maps001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('maps')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('building', 'text', (column) => column.notNull())
      .addColumn('floor', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addUniqueConstraint('maps_name', ['project_id', 'name_key'])
      .execute();
    await db.schema
      .createTable('map_versions')
      .addColumn('map_id', 'uuid', (column) => column.notNull().references('maps.id').onDelete('cascade'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('plan', 'jsonb', (column) => column.notNull())
      .addColumn('added', 'integer', (column) => column.notNull())
      .addColumn('changed', 'integer', (column) => column.notNull())
      .addColumn('removed', 'integer', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('map_versions_key', ['map_id', 'version'])
      .execute();
    await db.schema
      .createTable('map_drafts')
      .addColumn('map_id', 'uuid', (column) => column.notNull().references('maps.id').onDelete('cascade'))
      .addColumn('account_id', 'uuid', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('plan', 'jsonb', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('map_drafts_key', ['map_id', 'account_id'])
      .execute();
    await db.schema
      .createTable('map_devices')
      .addColumn('device_id', 'text', (column) => column.primaryKey())
      .addColumn('map_id', 'uuid', (column) => column.notNull().references('maps.id').onDelete('cascade'))
      .execute();
    await db.schema
      .createTable('map_pictures')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('width_px', 'integer', (column) => column.notNull())
      .addColumn('height_px', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('map_materials')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('items', 'jsonb', (column) => column.notNull())
      .execute();
    for (const [table, column] of [
      ['maps', 'project_id'],
      ['map_devices', 'map_id'],
      ['map_pictures', 'project_id'],
    ] as const)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
  },
};
