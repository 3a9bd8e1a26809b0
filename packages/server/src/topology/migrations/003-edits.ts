import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the edits of a project's topology, one row per item and the time in which it was valid. */
export const topology003: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('topology_edits')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('item_id', 'text', (column) => column.notNull())
      .addColumn('value', 'jsonb', (column) => column.notNull())
      .addColumn('since', 'timestamptz', (column) => column.notNull())
      .addColumn('until', 'timestamptz')
      .addColumn('begun_revision', 'integer', (column) => column.notNull())
      .addColumn('ended_revision', 'integer')
      .addColumn('begun_by', 'text', (column) => column.notNull())
      .addColumn('ended_by', 'text')
      .execute();
    await sql`
      create unique index topology_edits_item on topology_edits (project_id, kind, item_id)
      where until is null`.execute(db);
    await db.schema
      .createIndex('topology_edits_project')
      .on('topology_edits')
      .columns(['project_id', 'ended_revision'])
      .execute();
    await db.schema
      .alterTable('topology_graphs')
      .addColumn('edit_revision', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
