import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates the tables without partitions, which `partitions.ts` creates on demand. */
export const telemetry001: Migration = {
  up: async (db: Kysely<unknown>) => {
    // Unchanged messages, partitioned by the hour of arrival. The table has no index, so that writes are
    // cheap.
    await sql`create table telemetry_hot (
      device_id text not null, project_id bigint not null, kind smallint not null,
      sampled_at timestamptz not null, received_at timestamptz not null, body bytea not null
    ) partition by range (received_at)`.execute(db);
    await sql`create table telemetry_hours (
      series_id text not null, metric_group smallint not null, hour timestamptz not null, body bytea not null,
      primary key (series_id, metric_group, hour)
    ) partition by range (hour)`.execute(db);
    await sql`create table telemetry_days (
      series_id text not null, metric_group smallint not null, day timestamptz not null, body bytea not null,
      primary key (series_id, metric_group, day)
    ) partition by range (day)`.execute(db);
    await sql`create table telemetry_roll_ups (
      series_id text not null, metric_group smallint not null, month timestamptz not null, body bytea not null,
      primary key (series_id, metric_group, month)
    ) partition by range (month)`.execute(db);
    await db.schema
      .createTable('telemetry_partitions')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('parent', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'timestamptz', (column) => column.notNull())
      .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
      .execute();
    // Stores the last counted minute, so that only one of several servers counts it.
    await sql`create table telemetry_counting (minute timestamptz not null)`.execute(db);
    await sql`insert into telemetry_counting values ('epoch')`.execute(db);
  },
};
