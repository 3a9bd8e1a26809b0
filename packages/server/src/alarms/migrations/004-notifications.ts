import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alarms004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('alarms')
      .addColumn('considered_at', 'timestamptz')
      .addColumn('told', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('end_told_at', 'timestamptz')
      .execute();
    // Marks existing alarms as considered, so that no notices are sent for them.
    await sql`update alarms set considered_at = at`.execute(db);
    await sql`create index alarms_untold on alarms (shown_at)
      where considered_at is null and standing = 'shown' and cause_id is null`.execute(db);
    await sql`create index alarms_told on alarms (resolved_at) where told and end_told_at is null`.execute(
      db,
    );
    await sql`create index alarms_list on alarms (project_id, at desc, id desc)`.execute(db);
    await db.schema
      .createTable('alarm_recipients')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'uuid', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('alarm_recipients_key', ['project_id', 'account_id'])
      .execute();
    await db.schema
      .createTable('alarm_webhooks')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('owner_id', 'uuid', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('secret', 'bytea', (column) => column.notNull())
      .addColumn('enabled', 'boolean', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('failing_since', 'timestamptz')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('alarm_webhooks_project').on('alarm_webhooks').column('project_id').execute();
    await db.schema
      .createTable('alarm_deliveries')
      .addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('webhook_id', 'uuid')
      .addColumn('account_id', 'uuid')
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('moment', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'timestamptz', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('detail', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addColumn('ended_at', 'timestamptz')
      .execute();
    await sql`create index alarm_deliveries_due on alarm_deliveries (next_at) where state = 'queued'`.execute(
      db,
    );
    await db.schema
      .createIndex('alarm_deliveries_project')
      .on('alarm_deliveries')
      .columns(['project_id', 'created_at'])
      .execute();
  },
};
