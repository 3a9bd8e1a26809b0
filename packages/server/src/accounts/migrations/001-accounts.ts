import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const accounts001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull().unique())
      .addColumn('nickname', 'text', (column) => column.notNull())
      .addColumn('role', 'smallint', (column) => column.notNull())
      .addColumn('kind', 'smallint', (column) => column.notNull())
      .addColumn('level', 'smallint', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('cloud_code', 'text', (column) => column.notNull().unique())
      .addColumn('disabled_at', 'timestamptz')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'uuid', (column) => column.references('accounts.id'))
      .addColumn('access_type', 'text', (column) => column.notNull())
      .addColumn('remember', 'boolean', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('ended_at', 'timestamptz')
      .addColumn('ended_code', 'integer')
      .execute();
    await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute();
    await db.schema
      .createTable('verification_flows')
      .addColumn('flow_id', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('used_at', 'timestamptz')
      .execute();
  },
};
