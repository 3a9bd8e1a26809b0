import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const projects001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('projects')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('owner_id', 'uuid', (column) => column.references('accounts.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('scenario', 'text', (column) => column.notNull())
      .addColumn('net_mode', 'smallint', (column) => column.notNull())
      .addColumn('country', 'text', (column) => column.notNull())
      .addColumn('province', 'text', (column) => column.notNull())
      .addColumn('city', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('type_flag', 'smallint', (column) => column.notNull())
      .addColumn('secret_key', 'bytea', (column) => column.notNull())
      .addColumn('device_password', 'bytea', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('projects_owner_name', ['owner_id', 'name_key'])
      .execute();
  },
};
