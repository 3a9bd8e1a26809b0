import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Infers links again when the role of a port changes, because unmanaged neighbours are placed by it. */
export const topology004: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      create trigger topology_port_roles after update of caps on devices
      for each row when (jsonb_path_query_array(old.caps, '$.ports[*].role')
        is distinct from jsonb_path_query_array(new.caps, '$.ports[*].role'))
      execute function request_topology_of_device('report')`.execute(db);
    // The links of existing projects are inferred again when the server starts.
    await sql`
      insert into topology_requests (project_id, cause)
      select distinct project_id, 'report' from devices`.execute(db);
  },
};
