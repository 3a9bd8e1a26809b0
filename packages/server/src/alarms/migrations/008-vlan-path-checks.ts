import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores the state of each project at its last check of VLAN paths, so that unchanged projects are not checked again, and
 * the time at which an open alarm became critical.
 */
export const alarms008: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('vlan_path_checks')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .addColumn('marker', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('alarms').addColumn('escalated_at', 'timestamptz').execute();
  },
};
