import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const templates001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('network_templates')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('remark', 'text')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('content', 'jsonb', (column) => column.notNull())
      .addColumn('secret_key', 'bytea', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('network_templates_name', ['account_id', 'name_key'])
      .execute();
    await db.schema
      .createTable('template_secrets')
      .addColumn('template_id', 'uuid', (column) =>
        column.notNull().references('network_templates.id').onDelete('cascade'),
      )
      .addColumn('policy_id', 'text', (column) => column.notNull())
      .addColumn('sealed', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('template_secrets_key', ['template_id', 'policy_id'])
      .execute();
  },
};
