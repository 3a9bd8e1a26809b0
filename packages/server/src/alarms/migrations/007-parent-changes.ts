import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the changes of mesh nodes to another parent, which are counted like link changes of ports. */
export const alarms007: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('parent_changes')
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('parent_mac', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('parent_changes_key', ['device_id', 'event_id'])
      .execute();
    await db.schema
      .createIndex('parent_changes_project')
      .on('parent_changes')
      .columns(['project_id', 'at'])
      .execute();
  },
};
