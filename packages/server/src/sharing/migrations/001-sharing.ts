import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sharing001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('shares')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('right', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('created_by', 'uuid', (column) => column.notNull())
      .addColumn('ended_at', 'timestamptz')
      .addColumn('extension_asked_at', 'timestamptz')
      .addColumn('extension_note', 'text')
      .execute();
    // Allows one current share per project and account; ended shares are kept.
    await db.schema
      .createIndex('shares_holder')
      .on('shares')
      .columns(['account_id', 'project_id'])
      .unique()
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
    await db.schema.createIndex('shares_project').on('shares').column('project_id').execute();
    await db.schema
      .createTable('project_transfers')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('from_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('to_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('settled_at', 'timestamptz')
      .execute();
    await db.schema
      .createIndex('project_transfers_open')
      .on('project_transfers')
      .column('project_id')
      .unique()
      .where(sql.ref('state'), '=', 'open')
      .execute();
    await db.schema.createIndex('project_transfers_to').on('project_transfers').column('to_id').execute();
  },
};
