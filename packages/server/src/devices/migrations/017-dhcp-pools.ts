import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the use of a gateway's DHCP pools, with its sample time. */
export const devices017: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('device_state')
      .addColumn('dhcp_pools', 'jsonb')
      .addColumn('dhcp_pools_at', 'timestamptz')
      .execute();
  },
};
