import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Makes serial numbers unique per authority (the hash of its key) instead of globally; devices without an
 * authority have an empty text.
 */
export const devices012: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('devices')
      .addColumn('authority', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update devices set authority = openwifi_links.key_hash from openwifi_links
      where openwifi_links.device_id = devices.id`.execute(db);
    await sql`alter table devices drop constraint devices_sn`.execute(db);
    await db.schema.alterTable('devices').addUniqueConstraint('devices_sn', ['sn', 'authority']).execute();
  },
};
