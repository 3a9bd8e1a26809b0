import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the start and network of pending devices, and the accounts' decisions about them. */
export const devices005: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('waiting_devices')
      .addColumn('network', 'text')
      .addColumn('since', 'timestamptz')
      .execute();
    await db.schema
      .createIndex('waiting_devices_cloud_code')
      .on('waiting_devices')
      .column('cloud_code')
      .execute();
    await db.schema
      .createTable('waiting_decisions')
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      .addColumn('sn', 'text', (column) => column.notNull().references('base_devices.sn'))
      .addColumn('standing', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('waiting_decisions_pkey', ['account_id', 'sn'])
      .execute();
  },
};
