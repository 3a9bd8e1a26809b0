import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the hash chain of the audit and its head. */
export const platform002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('audit')
      .addColumn('sequence', 'bigint')
      .addColumn('hash', 'text')
      .addColumn('actor_id', 'uuid')
      .execute();
    await db.schema.createIndex('audit_sequence').on('audit').column('sequence').unique().execute();
    await db.schema.createIndex('audit_actor_at').on('audit').columns(['actor', 'at']).execute();
    await db.schema
      .createTable('audit_head')
      .addColumn('id', 'smallint', (column) => column.primaryKey())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
  },
};
