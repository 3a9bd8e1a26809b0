import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Infers links again when the peers of a bridge change, because a bridge link is evidence of a link. */
export const topology005: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      create trigger topology_bridge_peers after update of bridge on device_state
      for each row when (jsonb_path_query_array(old.bridge, '$.peers[*].mac')
        is distinct from jsonb_path_query_array(new.bridge, '$.peers[*].mac'))
      execute function request_topology_of_report()`.execute(db);
    // The links of existing projects are inferred again when the server starts.
    await sql`
      insert into topology_requests (project_id, cause)
      select distinct project_id, 'report' from device_state where bridge is not null`.execute(db);
  },
};
