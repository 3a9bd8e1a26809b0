import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const clients001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('online_clients')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) =>
        column.notNull().references('devices.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('ip', 'text')
      .addColumn('vlan', 'integer')
      .addColumn('ssid', 'text')
      .addColumn('band', 'text')
      .addColumn('port', 'text')
      .addColumn('signal_dbm', 'real')
      .addColumn('rx_bytes', 'bigint')
      .addColumn('tx_bytes', 'bigint')
      .addColumn('rx_rate_kbps', 'bigint')
      .addColumn('tx_rate_kbps', 'bigint')
      .addColumn('online', 'boolean', (column) => column.notNull())
      .addColumn('connected_at', 'timestamptz', (column) => column.notNull())
      .addColumn('last_seen_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('online_clients_pkey', ['project_id', 'mac'])
      .execute();
    await db.schema.createIndex('online_clients_device').on('online_clients').column('device_id').execute();
  },
};
