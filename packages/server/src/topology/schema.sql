create table topology_devices (
  project_id bigint not null,
  device_id text not null,
  name text not null,
  kind text not null,
  since timestamptz not null,
  until timestamptz,
  constraint topology_devices_key primary key (project_id, device_id, since)
);

create table topology_edits (
  project_id bigint not null,
  kind text not null,
  item_id text not null,
  value jsonb not null,
  since timestamptz not null,
  until timestamptz,
  begun_revision integer not null,
  ended_revision integer,
  begun_by text not null,
  ended_by text
);
create unique index topology_edits_item on topology_edits (project_id, kind, item_id) where (until is null);
create index topology_edits_project on topology_edits (project_id, ended_revision);

create table topology_graphs (
  project_id bigint primary key,
  updated_at timestamptz not null,
  edit_revision integer default 0 not null
);

create table topology_links (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  upper_id text not null,
  upper_port text,
  lower_id text not null,
  lower_port text,
  in_tree boolean not null,
  evidence text not null,
  uncertain boolean not null,
  seen_at timestamptz,
  since timestamptz not null,
  until timestamptz,
  begun_by jsonb,
  ended_by jsonb
);
create index topology_links_project on topology_links (project_id, until);

create table topology_reports (
  device_id text primary key references device_state (device_id) on delete cascade,
  addresses jsonb not null,
  reported_at timestamptz not null
);

create table topology_requests (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  cause text not null,
  device_id text
);

create table topology_states (
  project_id bigint not null,
  device_id text not null,
  state integer not null,
  at timestamptz not null
);
create index topology_states_device on topology_states (project_id, device_id, at);

create function log_device_state() returns trigger language plpgsql as $$
begin
  insert into topology_states (project_id, device_id, state, at)
  values (new.project_id, new.id, new.state, new.state_at);
  return null;
end $$;

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
end $$;

create function request_topology_of_report() returns trigger language plpgsql as $$
begin
  insert into topology_requests (project_id, cause, device_id)
  values (new.project_id, 'report', new.device_id);
  return null;
end $$;

create trigger topology_device_added after insert on devices
for each row execute function request_topology_of_device('device-added');

create trigger topology_device_changed after update of project_id, role, mac, kind, name on devices
for each row when (
  old.project_id is distinct from new.project_id or old.role is distinct from new.role
  or old.mac is distinct from new.mac or old.kind is distinct from new.kind or old.name is distinct from new.name
)
execute function request_topology_of_device('device-changed');

create trigger topology_device_removed after delete on devices
for each row execute function request_topology_of_device('device-removed');

create trigger topology_device_state after update of state on devices
for each row when (old.state <> new.state)
execute function log_device_state();

-- Unmanaged neighbours are placed by the role of a port.
create trigger topology_port_roles after update of caps on devices
for each row when (
  jsonb_path_query_array(old.caps, '$.ports[*].role')
  is distinct from jsonb_path_query_array(new.caps, '$.ports[*].role')
)
execute function request_topology_of_device('report');

create trigger topology_first_report after insert on device_state
for each row execute function request_topology_of_report();

create trigger topology_report after update of uplink_mac, uplink_port, neighbours, backhaul on device_state
for each row when (
  old.uplink_mac is distinct from new.uplink_mac or old.uplink_port is distinct from new.uplink_port
  or old.neighbours is distinct from new.neighbours
  or old.backhaul ->> 'kind' is distinct from new.backhaul ->> 'kind'
)
execute function request_topology_of_report();

-- A bridge link is evidence of a link.
create trigger topology_bridge_peers after update of bridge on device_state
for each row when (
  jsonb_path_query_array(old.bridge, '$.peers[*].mac')
  is distinct from jsonb_path_query_array(new.bridge, '$.peers[*].mac')
)
execute function request_topology_of_report();
