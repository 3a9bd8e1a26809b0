import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the deletion with an undo window, demo copies, private marks and custom scenarios. */
export const projects002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('projects')
      .addColumn('expires_at', 'timestamptz')
      .addColumn('deleted_at', 'timestamptz')
      .addColumn('copy_of', 'bigint')
      .addColumn('latitude', 'double precision')
      .addColumn('longitude', 'double precision')
      .execute();
    await db.schema.alterTable('projects').dropConstraint('projects_owner_name').execute();
    // A deleted project releases its name, and can be restored only while the name is free.
    await db.schema
      .createIndex('projects_owner_name')
      .on('projects')
      .columns(['owner_id', 'name_key'])
      .unique()
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
    await db.schema
      .createTable('project_marks')
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('favourite', 'boolean', (column) => column.notNull())
      .addColumn('tags', 'jsonb', (column) => column.notNull())
      .addPrimaryKeyConstraint('project_marks_pkey', ['account_id', 'project_id'])
      .execute();
    await db.schema
      .createTable('custom_scenarios')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('custom_scenarios_name', ['account_id', 'name_key'])
      .execute();
  },
};
