import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores the links between the devices of a project with the time in which each existed, and the requests to infer them
 * again. Triggers write the requests, so that every change of the evidence has one, in its own transaction.
 */
export const topology002: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('topology_links')
      .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('upper_id', 'text', (column) => column.notNull())
      .addColumn('upper_port', 'text')
      .addColumn('lower_id', 'text', (column) => column.notNull())
      .addColumn('lower_port', 'text')
      .addColumn('in_tree', 'boolean', (column) => column.notNull())
      .addColumn('evidence', 'text', (column) => column.notNull())
      .addColumn('uncertain', 'boolean', (column) => column.notNull())
      .addColumn('seen_at', 'timestamptz')
      .addColumn('since', 'timestamptz', (column) => column.notNull())
      .addColumn('until', 'timestamptz')
      .addColumn('begun_by', 'jsonb')
      .addColumn('ended_by', 'jsonb')
      .execute();
    await db.schema
      .createIndex('topology_links_project')
      .on('topology_links')
      .columns(['project_id', 'until'])
      .execute();
    await db.schema
      .createTable('topology_graphs')
      .addColumn('project_id', 'bigint', (column) => column.primaryKey())
      .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('topology_devices')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('since', 'timestamptz', (column) => column.notNull())
      .addColumn('until', 'timestamptz')
      .addPrimaryKeyConstraint('topology_devices_key', ['project_id', 'device_id', 'since'])
      .execute();
    await db.schema
      .createTable('topology_states')
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('state', 'integer', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('topology_states_device')
      .on('topology_states')
      .columns(['project_id', 'device_id', 'at'])
      .execute();
    await db.schema
      .createTable('topology_requests')
      .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('project_id', 'bigint', (column) => column.notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .execute();
    await sql`
      create function request_topology_of_device() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into topology_requests (project_id, cause, device_id)
          values (old.project_id, tg_argv[0], old.id);
        end if;
        if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.project_id <> old.project_id) then
          insert into topology_requests (project_id, cause, device_id)
          values (new.project_id, tg_argv[0], new.id);
        end if;
        return null;
      end $$`.execute(db);
    await sql`
      create function request_topology_of_report() returns trigger language plpgsql as $$
      begin
        insert into topology_requests (project_id, cause, device_id)
        values (new.project_id, 'report', new.device_id);
        return null;
      end $$`.execute(db);
    await sql`
      create trigger topology_device_added after insert on devices
      for each row execute function request_topology_of_device('device-added')`.execute(db);
    await sql`
      create trigger topology_device_removed after delete on devices
      for each row execute function request_topology_of_device('device-removed')`.execute(db);
    await sql`
      create trigger topology_device_changed after update of project_id, role, mac, kind, name on devices
      for each row when ((old.project_id, old.role, old.mac, old.kind, old.name)
        is distinct from (new.project_id, new.role, new.mac, new.kind, new.name))
      execute function request_topology_of_device('device-changed')`.execute(db);
    await sql`
      create trigger topology_first_report after insert on device_state
      for each row execute function request_topology_of_report()`.execute(db);
    await sql`
      create trigger topology_report after update of uplink_mac, uplink_port, neighbours, backhaul on device_state
      for each row when ((old.uplink_mac, old.uplink_port, old.neighbours, old.backhaul ->> 'kind')
        is distinct from (new.uplink_mac, new.uplink_port, new.neighbours, new.backhaul ->> 'kind'))
      execute function request_topology_of_report()`.execute(db);
    await sql`
      create function log_device_state() returns trigger language plpgsql as $$
      begin
        insert into topology_states (project_id, device_id, state, at)
        values (new.project_id, new.id, new.state, new.state_at);
        return null;
      end $$`.execute(db);
    await sql`
      create trigger topology_device_state after update of state on devices
      for each row when (old.state <> new.state) execute function log_device_state()`.execute(db);
    // The links of existing projects are inferred when the server starts.
    await sql`
      insert into topology_requests (project_id, cause)
      select distinct project_id, 'report' from devices`.execute(db);
  },
};
