import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores trusted authorities, their pending devices, and the protocol state of added devices. */
export const devices008: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('trusted_authorities')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account_id', 'uuid', (column) => column.notNull().references('accounts.id'))
      // An authority is identified by its key, and a key belongs to one account.
      .addColumn('key_hash', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('pem', 'text', (column) => column.notNull())
      .addColumn('added_at', 'timestamptz', (column) => column.notNull())
      .addUniqueConstraint('trusted_authorities_key', ['key_hash'])
      .execute();
    await sql`create index trusted_authorities_account on trusted_authorities (account_id)`.execute(db);
    // Indexes the hash, because index entries are limited in size and subjects are not.
    await sql`create index trusted_authorities_subject on trusted_authorities (md5(subject))`.execute(db);

    await db.schema
      .alterTable('waiting_devices')
      .addColumn('account_id', 'uuid', (column) => column.references('accounts.id'))
      .addColumn('key_hash', 'text')
      .addColumn('caps', 'jsonb')
      .execute();
    // Makes each pair of authority and MAC a separate device, because an authority can certify any MAC.
    await sql`alter table waiting_devices drop constraint waiting_devices_pkey`.execute(db);
    await sql`create unique index waiting_devices_key on waiting_devices (sn, key_hash) nulls not distinct`.execute(
      db,
    );
    await sql`create index waiting_devices_account on waiting_devices (account_id) where account_id is not null`.execute(
      db,
    );
    // Allows decisions about devices without a base device.
    await sql`alter table waiting_decisions drop constraint waiting_decisions_sn_fkey`.execute(db);

    await db.schema
      .createTable('openwifi_links')
      .addColumn('device_id', 'text', (column) =>
        column.primaryKey().references('devices.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'uuid', (column) => column.notNull())
      .addColumn('key_hash', 'text', (column) => column.notNull())
      .addColumn('link', 'jsonb', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await sql`create index openwifi_links_authority on openwifi_links (account_id, key_hash)`.execute(db);
  },
};
