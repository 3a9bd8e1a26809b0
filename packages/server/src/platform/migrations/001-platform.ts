import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the tables that every slice uses: limits and the audit. */
export const platform001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('limit_keys')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .execute();
    await db.schema
      .createTable('attempts')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attempts_key_at').on('attempts').columns(['key', 'at']).execute();
    await db.schema
      .createTable('audit')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('network', 'text')
      .addColumn('project_id', 'bigint')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('object', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('result', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text')
      .execute();
    await db.schema.createIndex('audit_project_at').on('audit').columns(['project_id', 'at']).execute();
  },
};
