create table activations (
  sn text primary key,
  model text not null,
  country text not null,
  activated_at timestamptz not null
);
create index activations_time on activations (activated_at, country, model);

create table base_devices (
  sn text primary key,
  mac text not null unique,
  model text not null,
  claim_hash text not null,
  secret_hash text not null,
  registered_at timestamptz not null
);

create table devices (
  id text primary key,
  project_id bigint not null references projects (id),
  sn text not null,
  mac text not null,
  model text not null,
  kind text not null,
  limit_class text,
  name text not null,
  name_key text not null,
  caps jsonb not null,
  token_hash text,
  epoch integer not null,
  state smallint not null,
  state_at timestamptz not null,
  waiting boolean not null,
  session text,
  instance text,
  managed text not null,
  mesh_role text,
  software text,
  hardware text,
  desired_rev bigint not null,
  desired_hash text,
  desired_config jsonb,
  reported_rev bigint not null,
  reported_hash text not null,
  reported_status text not null,
  reported_issues jsonb not null,
  bad_rev bigint not null,
  sent_rev bigint not null,
  created_at timestamptz not null,
  boot text,
  seen_rev bigint default 0 not null,
  desired_when timestamptz,
  next_token_hash text,
  next_token_salt text,
  steps bigint default 0 not null,
  certificate text,
  next_certificate text,
  authority text default ''::text not null,
  role text not null,
  parent_id text,
  parent_port text,
  message_note jsonb,
  constraint devices_project_name unique (project_id, name_key),
  constraint devices_sn unique (sn, authority)
) with (fillfactor='70');
create index devices_held on devices (state_at) where (state = any (array[3, 4, 8]));
create unique index devices_project_gateway on devices (project_id) where (role = any (array['gateway'::text, 'ac'::text, 'mesh-primary'::text]));

create table gateway_leases (
  instance text primary key,
  until timestamptz not null
);

create table removed_devices (
  id text primary key,
  project_id bigint not null references projects (id) on delete cascade,
  removed_at timestamptz not null
);
create index removed_devices_project on removed_devices (project_id);

create table trusted_authorities (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  key_hash text not null,
  subject text not null,
  pem text not null,
  added_at timestamptz not null,
  refused_at timestamptz,
  refused_device text,
  refused_reason text,
  constraint trusted_authorities_key unique (key_hash)
);
create index trusted_authorities_account on trusted_authorities (account_id);
create index trusted_authorities_subject on trusted_authorities (md5(subject));

create table waiting_decisions (
  account_id uuid not null references accounts (id),
  sn text not null,
  decision text not null,
  at timestamptz not null,
  constraint waiting_decisions_pkey primary key (account_id, sn)
);

create table waiting_devices (
  sn text not null,
  model text not null,
  mac text not null,
  software text not null,
  cloud_code text,
  last_seen_at timestamptz not null,
  network text,
  since timestamptz,
  account_id uuid references accounts (id),
  key_hash text,
  caps jsonb
);
create index waiting_devices_account on waiting_devices (account_id) where (account_id is not null);
create index waiting_devices_cloud_code on waiting_devices (cloud_code);
create unique index waiting_devices_key on waiting_devices (sn, key_hash) nulls not distinct;

create table device_state (
  device_id text primary key references devices (id) on delete cascade,
  project_id bigint not null,
  ip text,
  vlan integer,
  uplink_mac text,
  uplink_port text,
  cpu real,
  mem real,
  uptime_seconds bigint,
  clients integer,
  ports jsonb,
  neighbours jsonb,
  reported_at timestamptz not null,
  radios jsonb,
  radios_at timestamptz,
  local_change jsonb,
  wans jsonb,
  wans_at timestamptz,
  nearby_networks jsonb,
  nearby_networks_at timestamptz,
  dhcp_pools jsonb,
  dhcp_pools_at timestamptz,
  backhaul jsonb,
  backhaul_at timestamptz,
  bridge jsonb,
  bridge_at timestamptz
);
create index device_state_project on device_state (project_id);

create table openwifi_links (
  device_id text primary key references devices (id) on delete cascade,
  account_id uuid not null,
  key_hash text not null,
  link jsonb default '{}'::jsonb not null
);
create index openwifi_links_authority on openwifi_links (account_id, key_hash);

create function record_activation() returns trigger language plpgsql as $$
begin
  insert into activations (sn, model, country, activated_at)
  select new.sn, new.model, project.country, new.state_at
  from projects project
  where project.id = new.project_id and project.owner_id is not null and project.copy_of is null
    and exists (select from base_devices base where base.sn = new.sn)
  on conflict do nothing;
  return null;
end $$;

create trigger device_activated after update of waiting on devices for each row when ((old.waiting and (not new.waiting))) execute function record_activation();
