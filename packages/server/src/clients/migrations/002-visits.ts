import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores the connections of each client over time, the device that last reported its traffic, and client
 * names.
 */
export const clients002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('client_visits')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .addColumn('from_at', 'timestamptz', (column) => column.notNull())
      .addColumn('until_at', 'timestamptz')
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('device_name', 'text', (column) => column.notNull())
      .addColumn('ssid', 'text')
      .addColumn('band', 'text')
      .addColumn('port', 'text')
      .addPrimaryKeyConstraint('client_visits_pkey', ['project_id', 'mac', 'from_at'])
      .execute();
    // Device that last reported the client's traffic. The client may be connected to another device.
    await db.schema.alterTable('online_clients').addColumn('counted_by', 'text').execute();
    await db.schema
      .createTable('client_names')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('client_names_pkey', ['project_id', 'mac'])
      .execute();
    await db.schema.createIndex('client_visits_from').on('client_visits').column('from_at').execute();
  },
};
