create table map_materials (
  project_id bigint primary key,
  version integer not null,
  items jsonb not null,
  wall_losses text default 'measured'::text not null
);

create table map_pictures (
  id uuid primary key,
  project_id bigint not null,
  width_px integer not null,
  height_px integer not null,
  created_at timestamptz not null
);
create index map_pictures_project_id on map_pictures (project_id);

create table maps (
  id uuid primary key,
  project_id bigint not null,
  name text not null,
  name_key text not null,
  building text not null,
  floor integer not null,
  version integer not null,
  constraint maps_name unique (project_id, name_key)
);
create index maps_project_id on maps (project_id);

create table map_devices (
  device_id text primary key,
  map_id uuid not null references maps (id) on delete cascade
);
create index map_devices_map_id on map_devices (map_id);

create table map_versions (
  map_id uuid not null references maps (id) on delete cascade,
  version integer not null,
  plan jsonb not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  bytes integer not null,
  constraint map_versions_key primary key (map_id, version)
);
