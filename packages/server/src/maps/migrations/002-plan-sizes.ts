import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the size of each plan, for limits per plan and project, and how the losses of walls are combined. */
export const maps002: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['map_versions', 'map_drafts']) {
      await db.schema.alterTable(table).addColumn('bytes', 'integer').execute();
      await sql`update ${sql.table(table)} set bytes = octet_length(plan::text)`.execute(db);
      await db.schema
        .alterTable(table)
        .alterColumn('bytes', (column) => column.setNotNull())
        .execute();
    }
    await db.schema
      .alterTable('map_materials')
      .addColumn('wall_losses', 'text', (column) => column.notNull().defaultTo('measured'))
      .execute();
  },
};
