import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alarms001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('alarms')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('device_name', 'text')
      .addColumn('device_mac', 'text')
      .addColumn('device_model', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('severity', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text')
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('read_at', 'timestamptz')
      .addColumn('resolved_at', 'timestamptz')
      .addUniqueConstraint('alarms_device_event', ['device_id', 'event_id'])
      .execute();
    await db.schema.createIndex('alarms_project_at').on('alarms').columns(['project_id', 'at']).execute();
    // Allows one open alarm per kind and device, so that a device that goes offline twice has one alarm.
    await sql`create unique index alarms_open on alarms (device_id, kind) where resolved_at is null and kind <> 'device-event'`.execute(
      db,
    );
  },
};
