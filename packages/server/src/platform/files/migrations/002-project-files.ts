import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sql } from 'kysely';

/** Files belong to an account or to a project. */
export const files002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('files')
      .alterColumn('owner_id', (column) => column.dropNotNull())
      .addColumn('project_id', 'bigint')
      .execute();
    await sql`
      update files set owner_id = null, project_id = map_pictures.project_id
      from map_pictures where map_pictures.id = files.id`.execute(db);
    await sql`
      alter table files add constraint files_one_owner check ((owner_id is null) <> (project_id is null))`.execute(
      db,
    );
    await db.schema.createIndex('files_project').on('files').column('project_id').execute();
  },
};
