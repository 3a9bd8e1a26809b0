import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the drafts of all documents in one table. */
export const platform005: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('document_drafts')
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('base', 'jsonb')
      .addColumn('content', 'jsonb', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('changes', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_drafts_key', ['document', 'subject', 'account_id'])
      .execute();
    await db.schema
      .createIndex('document_drafts_project')
      .on('document_drafts')
      .columns(['project_id', 'document'])
      .execute();
    await sql`insert into document_drafts
      select 'network', project_id::text, project_id, account_id, version, base_version, base,
        jsonb_build_object('config', config, 'devices', '[]'::jsonb),
        octet_length(config::text), changes, updated_at
      from network_drafts`.execute(db);
    await sql`insert into document_drafts
      select 'map', map_drafts.map_id::text, maps.project_id, account_id, map_drafts.version, base_version, null,
        plan, bytes, 0, updated_at
      from map_drafts join maps on maps.id = map_drafts.map_id`.execute(db);
    await db.schema.dropTable('network_drafts').execute();
    await db.schema.dropTable('map_drafts').execute();
    // A version can change the settings of devices alone; it then has no configuration of its own.
    await db.schema
      .alterTable('network_history')
      .alterColumn('config', (column) => column.dropNotNull())
      .addColumn('device_changes', 'jsonb')
      .execute();
  },
};
