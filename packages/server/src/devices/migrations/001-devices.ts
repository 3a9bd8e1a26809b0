import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const devices001: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('base_devices')
      .addColumn('sn', 'text', (column) => column.primaryKey())
      .addColumn('mac', 'text', (column) => column.notNull().unique())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('claim_hash', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('registered_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('waiting_devices')
      .addColumn('sn', 'text', (column) => column.primaryKey())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .addColumn('software', 'text', (column) => column.notNull())
      .addColumn('cloud_code', 'text')
      .addColumn('heard_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await createDevices(db);
    await createDeviceState(db);
    await createJobs(db);
    await db.schema
      .createTable('gateway_leases')
      .addColumn('instance', 'text', (column) => column.primaryKey())
      .addColumn('until', 'timestamptz', (column) => column.notNull())
      .execute();
  },
};

async function createDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
    .addColumn('sn', 'text', (column) => column.notNull())
    .addColumn('mac', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('limit_class', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('caps', 'jsonb', (column) => column.notNull())
    .addColumn('token_hash', 'text')
    .addColumn('epoch', 'integer', (column) => column.notNull())
    .addColumn('state', 'smallint', (column) => column.notNull())
    .addColumn('state_at', 'timestamptz', (column) => column.notNull())
    .addColumn('waiting', 'boolean', (column) => column.notNull())
    .addColumn('session', 'text')
    .addColumn('instance', 'text')
    .addColumn('managed', 'text', (column) => column.notNull())
    .addColumn('mesh_role', 'text')
    .addColumn('software', 'text')
    .addColumn('hardware', 'text')
    .addColumn('desired_rev', 'bigint', (column) => column.notNull())
    .addColumn('desired_hash', 'text')
    .addColumn('desired_config', 'jsonb')
    .addColumn('reported_rev', 'bigint', (column) => column.notNull())
    .addColumn('reported_hash', 'text', (column) => column.notNull())
    .addColumn('reported_status', 'text', (column) => column.notNull())
    .addColumn('reported_issues', 'jsonb', (column) => column.notNull())
    .addColumn('bad_rev', 'bigint', (column) => column.notNull())
    .addColumn('sent_rev', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('devices_sn', ['sn'])
    .addUniqueConstraint('devices_project_name', ['project_id', 'name_key'])
    .execute();
}

async function createDeviceState(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_state')
    .addColumn('device_id', 'text', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('ip', 'text')
    .addColumn('vlan', 'integer')
    .addColumn('uplink_mac', 'text')
    .addColumn('uplink_port', 'text')
    .addColumn('cpu', 'real')
    .addColumn('mem', 'real')
    .addColumn('uptime_seconds', 'bigint')
    .addColumn('clients', 'integer')
    .addColumn('ports', 'jsonb')
    .addColumn('neighbours', 'jsonb')
    .addColumn('reported_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('device_state_project').on('device_state').column('project_id').execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('projects.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('jobs_project_created')
    .on('jobs')
    .columns(['project_id', 'created_at'])
    .execute();
  await db.schema
    .createTable('job_rows')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('job_id', 'uuid', (column) => column.notNull().references('jobs.id'))
    .addColumn('project_id', 'bigint', (column) => column.notNull())
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('rev', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('percent', 'real')
    .addColumn('detail', 'text')
    .addColumn('code', 'integer')
    .addColumn('issues', 'jsonb', (column) => column.notNull())
    .addColumn('deadline', 'timestamptz')
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('job_rows_job').on('job_rows').column('job_id').execute();
  // Allows one exclusive command per device, also under concurrent requests.
  await sql`create unique index job_rows_exclusive on job_rows (device_id)
    where kind <> 'configure' and state in ('queued', 'sent', 'running')`.execute(db);
  await sql`create index job_rows_open on job_rows (device_id) where state in ('queued', 'sent', 'running')`.execute(
    db,
  );
}
