import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the network configuration as one document, keeps applied configurations as history and edits as drafts. */
export const network002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('gateway_configs').renameTo('network_configs').execute();
    await db.schema
      .createTable('network_history')
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('config', 'jsonb', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('job_id', 'uuid')
      .addPrimaryKeyConstraint('network_history_key', ['project_id', 'version'])
      .execute();
    await sql`insert into network_history (project_id, version, config, changed_by, changed_at, title)
      select project_id, version, config, changed_by, changed_at, 'Applied before there was a history'
      from network_configs`.execute(db);
    await db.schema
      .createTable('network_drafts')
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('base', 'jsonb', (column) => column.notNull())
      .addColumn('config', 'jsonb', (column) => column.notNull())
      .addColumn('changes', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('network_drafts_key', ['project_id', 'account_id'])
      .execute();
    await db.schema
      .createTable('network_editors')
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('seen_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('network_editors_key', ['project_id', 'account_id'])
      .execute();
  },
};
