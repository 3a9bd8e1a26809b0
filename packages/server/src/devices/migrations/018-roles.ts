import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores the role of each device. Present devices get the role that they would get if they were added in the order of
 * their creation; a node that reports itself as primary is preferred as such.
 */
export const devices018: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('devices').addColumn('role', 'text').execute();
    await sql`update devices set role = case kind
      when 'gateway' then 'gateway' when 'ac' then 'ac' when 'switch' then 'switch'
      when 'ap' then 'access-point' when 'wrouter' then 'access-point' when 'mesh' then 'mesh-secondary'
      when 'cpe' then 'bridge-base' when 'nvr' then 'recorder' when 'ipc' then 'camera' end`.execute(db);
    // Bridges alternate between base and client, in the order of their creation.
    await sql`update devices set role = 'bridge-client' from (
      select id, row_number() over (partition by project_id order by created_at, id) as number
      from devices where kind = 'cpe') bridge
      where bridge.id = devices.id and bridge.number % 2 = 0`.execute(db);
    await sql`update devices set role = 'mesh-primary' from (
      select distinct on (project_id) id from devices
      where kind = 'mesh' and caps->'features' ? 'dhcp'
      order by project_id, (mesh_role = 'primary') desc nulls last, created_at, id) node
      where node.id = devices.id`.execute(db);
    await sql`update devices set role = 'gateway', limit_class = 'gateway' from (
      select distinct on (router.project_id) router.id from devices router
      join projects on projects.id = router.project_id and projects.net_mode = 0
      where router.kind = 'wrouter' and not exists (
        select from devices other where other.project_id = router.project_id and other.kind in ('gateway', 'ac'))
      order by router.project_id, router.created_at, router.id) router
      where router.id = devices.id`.execute(db);
    await sql`update devices set limit_class = 'ap' where kind = 'wrouter' and role = 'access-point'`.execute(
      db,
    );
    await sql`alter table devices alter column role set not null`.execute(db);
    await sql`create unique index devices_project_gateway on devices (project_id)
      where role in ('gateway', 'ac', 'mesh-primary')`.execute(db);
  },
};
