-- A database of commit 1b297c1c, whose schema came from 65 migrations. It stays as it is.
create table accounts (
  id uuid primary key,
  account text not null unique,
  nickname text not null,
  role smallint not null,
  kind smallint not null,
  level smallint not null,
  password_hash text not null,
  cloud_code text not null unique,
  disabled_at timestamptz,
  created_at timestamptz not null,
  email text,
  role_title text default ''::text not null,
  company_name text default ''::text not null,
  company_location text default ''::text not null,
  company_name_changed_at timestamptz,
  company_location_changed_at timestamptz,
  avatar_file uuid,
  wrapped_key bytea,
  factor_pending bytea,
  factor_secret bytea,
  factor_enabled_at timestamptz,
  factor_last_step bigint,
  signing_kind text,
  signing_key bytea
);

create table alarm_deliveries (
  id uuid primary key,
  project_id bigint not null,
  webhook_id uuid,
  account_id uuid,
  target text not null,
  moment text not null,
  subject text not null,
  body text not null,
  state text not null,
  attempts integer not null,
  next_at timestamptz not null,
  status integer,
  detail text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index alarm_deliveries_due on alarm_deliveries (next_at) where (state = 'queued'::text);
create index alarm_deliveries_project on alarm_deliveries (project_id, created_at);

create table alarm_groupings (
  project_id bigint primary key
);

create table alarm_rules (
  project_id bigint primary key,
  version integer not null,
  rules jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null
);

create table alarm_watches (
  project_id bigint not null,
  device_id text not null,
  kind text not null,
  since timestamptz not null,
  constraint alarm_watches_key primary key (project_id, device_id, kind)
);

create table alarm_webhooks (
  id uuid primary key,
  project_id bigint not null,
  owner_id uuid not null,
  url text not null,
  secret bytea not null,
  enabled boolean not null,
  note text,
  failing_since timestamptz,
  created_at timestamptz not null
);
create index alarm_webhooks_project on alarm_webhooks (project_id);

create table alarms (
  id uuid primary key,
  project_id bigint not null,
  device_id text,
  device_name text,
  device_mac text,
  device_model text,
  kind text not null,
  severity text not null,
  event text not null,
  event_id text,
  at timestamptz not null,
  read_at timestamptz,
  resolved_at timestamptz,
  cause_id uuid,
  subject text default ''::text not null,
  status text default 'new'::text not null,
  shown_at timestamptz,
  occurrences integer default 1 not null,
  last_at timestamptz,
  resolved_by text,
  considered_at timestamptz,
  notified boolean default false not null,
  end_notified_at timestamptz,
  escalated_at timestamptz,
  constraint alarms_device_event unique (device_id, event_id)
);
create index alarms_cause on alarms (cause_id);
create index alarms_end_unnotified on alarms (resolved_at) where (notified and (end_notified_at is null));
create index alarms_list on alarms (project_id, at desc, id desc);
create unique index alarms_open on alarms (device_id, kind, subject) where ((resolved_at is null) and (kind <> 'device-event'::text));
create unique index alarms_open_project on alarms (project_id, kind, subject) where ((resolved_at is null) and (device_id is null));
create index alarms_project_at on alarms (project_id, at);
create index alarms_unconsidered on alarms (shown_at) where ((considered_at is null) and (status = 'shown'::text) and (cause_id is null));
create index alarms_unsettled on alarms (project_id) where ((resolved_at is null) or (status <> 'shown'::text));

create table attempts (
  id uuid primary key,
  key text not null,
  at timestamptz not null
);
create index attempts_key_at on attempts (key, at);

create table audit (
  id uuid primary key,
  at timestamptz not null,
  actor text not null,
  network text,
  project_id bigint,
  action text not null,
  object text not null,
  before text,
  after text,
  result text not null,
  request_id text,
  sequence bigint,
  hash text,
  actor_id uuid,
  deleted_mac text
);
create index audit_actor_at on audit (actor, at);
create index audit_project_at on audit (project_id, at);
create unique index audit_sequence on audit (sequence);

create table audit_head (
  id smallint primary key,
  sequence bigint not null,
  hash text not null
);

create table base_devices (
  sn text primary key,
  mac text not null unique,
  model text not null,
  claim_hash text not null,
  secret_hash text not null,
  registered_at timestamptz not null
);

create table client_names (
  project_id bigint not null,
  mac text not null,
  name text not null,
  constraint client_names_pkey primary key (project_id, mac)
);

create table client_visits (
  project_id bigint not null,
  mac text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  device_id text not null,
  device_name text not null,
  ssid text,
  band text,
  port text,
  signal_dbm real,
  last_signal_dbm real,
  constraint client_visits_pkey primary key (project_id, mac, from_at)
);
create index client_visits_from on client_visits (from_at);

create table files (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null,
  media_type text not null,
  bytes bigint not null,
  created_at timestamptz not null
);
create index files_owner on files (owner_id);

create table gateway_leases (
  instance text primary key,
  until timestamptz not null
);

create table leases (
  name text primary key,
  holder text not null,
  fence bigint not null,
  until timestamptz not null,
  address text
);

create table limit_keys (
  key text primary key
);

create table map_materials (
  project_id bigint primary key,
  version integer not null,
  items jsonb not null
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

create table parent_changes (
  device_id text not null,
  event_id text not null,
  project_id bigint not null,
  parent_mac text not null,
  at timestamptz not null,
  constraint parent_changes_key primary key (device_id, event_id)
);
create index parent_changes_project on parent_changes (project_id, at);

create table port_changes (
  device_id text not null,
  event_id text not null,
  project_id bigint not null,
  port text not null,
  up boolean not null,
  at timestamptz not null,
  constraint port_changes_key primary key (device_id, event_id)
);
create index port_changes_project on port_changes (project_id, at);

create table run_logs (
  id uuid primary key,
  project_id bigint not null,
  at timestamptz not null,
  kind text not null,
  severity text not null,
  event text not null,
  device_id text,
  device_name text,
  event_id text
);
create unique index run_logs_event on run_logs (device_id, event_id) where (event_id is not null);
create index run_logs_project_at on run_logs (project_id, at, id);

create table telemetry_backfills (
  project_id bigint primary key,
  ends_at timestamptz not null,
  stored_from timestamptz not null
);

create table telemetry_counting (
  minute timestamptz not null
);

create table telemetry_days (
  series_id text not null,
  metric_group smallint not null,
  day timestamptz not null,
  body bytea not null,
  constraint telemetry_days_pkey primary key (series_id, metric_group, day)
) partition by range (day);

create table telemetry_hot (
  device_id text not null,
  project_id bigint not null,
  kind smallint not null,
  sampled_at timestamptz not null,
  received_at timestamptz not null,
  body bytea not null
) partition by range (received_at);

create table telemetry_hours (
  series_id text not null,
  metric_group smallint not null,
  hour timestamptz not null,
  body bytea not null,
  constraint telemetry_hours_pkey primary key (series_id, metric_group, hour)
) partition by range (hour);

create table telemetry_partitions (
  name text primary key,
  parent text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);

create table telemetry_roll_ups (
  series_id text not null,
  metric_group smallint not null,
  month timestamptz not null,
  body bytea not null,
  constraint telemetry_roll_ups_pkey primary key (series_id, metric_group, month)
) partition by range (month);

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

create table used_tickets (
  id text primary key,
  expires_at timestamptz not null
);

create table verification_flows (
  flow_id text primary key,
  purpose text not null,
  account text not null,
  code_hash text not null,
  browser_hash text not null,
  tries integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  claim text,
  claimed_at timestamptz
);

create table vlan_path_checks (
  project_id bigint primary key,
  marker text not null
);

create table alarm_recipients (
  project_id bigint not null,
  account_id uuid not null references accounts (id) on delete cascade,
  choice text not null,
  constraint alarm_recipients_key primary key (project_id, account_id)
);

create table custom_scenarios (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  name_key text not null,
  created_at timestamptz not null,
  constraint custom_scenarios_name unique (account_id, name_key)
);

create table identities (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  provider text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint identities_subject unique (provider, subject)
);
create index identities_account on identities (account_id);

create table list_views (
  account_id uuid not null references accounts (id) on delete cascade,
  list text not null,
  view jsonb not null,
  constraint list_views_pkey primary key (account_id, list)
);

create table map_devices (
  device_id text primary key,
  map_id uuid not null references maps (id) on delete cascade
);
create index map_devices_map_id on map_devices (map_id);

create table map_drafts (
  map_id uuid not null references maps (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  version integer not null,
  base_version integer not null,
  plan jsonb not null,
  updated_at timestamptz not null,
  constraint map_drafts_key primary key (map_id, account_id)
);

create table map_versions (
  map_id uuid not null references maps (id) on delete cascade,
  version integer not null,
  plan jsonb not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint map_versions_key primary key (map_id, version)
);

create table message_reads (
  account_id uuid not null references accounts (id),
  message_id text not null,
  read_at timestamptz not null,
  constraint message_reads_pkey primary key (account_id, message_id)
);

create table network_templates (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  name_key text not null,
  remark text,
  source text not null,
  content jsonb not null,
  secret_key bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint network_templates_name unique (account_id, name_key)
);

create table projects (
  id bigint primary key,
  owner_id uuid references accounts (id),
  name text not null,
  name_key text not null,
  scenario text not null,
  net_mode smallint not null,
  country text not null,
  province text not null,
  city text not null,
  address text not null,
  time_zone text not null,
  type_flag smallint not null,
  secret_key bytea not null,
  device_password bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  deleted_at timestamptz,
  copy_of bigint,
  latitude double precision,
  longitude double precision,
  device_verifier jsonb,
  log_days smallint default 90 not null
);
create unique index projects_owner_name on projects (owner_id, name_key) where (deleted_at is null);

create table recovery_codes (
  account_id uuid not null references accounts (id),
  code_hash text not null,
  used_at timestamptz,
  constraint recovery_codes_key primary key (account_id, code_hash)
);

create table screen_layouts (
  account_id uuid primary key references accounts (id),
  layout jsonb not null
);

create table sessions (
  token_hash text primary key,
  account_id uuid references accounts (id),
  access_type text not null,
  remember boolean not null,
  network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_code integer,
  id uuid,
  kind text default 'console'::text not null,
  name text,
  user_agent text default ''::text not null,
  last_seen_at timestamptz,
  scope_projects text,
  scope_write boolean,
  confirmed_at timestamptz
);
create index sessions_account on sessions (account_id);
create unique index sessions_id on sessions (id);

create table sign_in_flows (
  flow_id text primary key,
  kind text not null,
  state text not null,
  browser_hash text not null,
  account_id uuid references accounts (id),
  remember boolean not null,
  tries integer not null,
  network text not null,
  user_agent text not null,
  provider text,
  subject text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

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
  constraint devices_project_name unique (project_id, name_key),
  constraint devices_sn unique (sn, authority)
) with (fillfactor='70');
create index devices_held on devices (state_at) where (state = any (array[3, 4, 8]));
create unique index devices_project_gateway on devices (project_id) where (role = any (array['gateway'::text, 'ac'::text, 'mesh-primary'::text]));

create table firmware (
  id uuid primary key,
  project_id bigint references projects (id) on delete cascade,
  models jsonb not null,
  version text not null,
  size_bytes integer not null,
  sha256 text not null,
  notes text,
  channel text,
  file_id uuid not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
create unique index firmware_content on firmware (coalesce(project_id, (0)::bigint), sha256);

create table firmware_channels (
  project_id bigint not null references projects (id) on delete cascade,
  model text not null,
  channel text not null,
  constraint firmware_channels_pkey primary key (project_id, model)
);

create table jobs (
  id uuid primary key,
  project_id bigint not null references projects (id),
  kind text not null,
  title text not null,
  created_by text not null,
  created_at timestamptz not null,
  actor_id uuid,
  args jsonb default '{}'::jsonb not null,
  waves jsonb,
  wave integer default 0 not null,
  retry_of uuid,
  starts_at timestamptz
);
create index jobs_project_created on jobs (project_id, created_at);

create table network_configs (
  project_id bigint not null,
  version integer not null,
  config jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint gateway_configs_pkey primary key (project_id),
  constraint gateway_configs_project_id_fkey foreign key (project_id) references projects(id)
);

create table network_drafts (
  project_id bigint not null references projects (id),
  account_id uuid not null references accounts (id),
  version integer not null,
  base_version integer not null,
  base jsonb not null,
  config jsonb not null,
  changes integer not null,
  updated_at timestamptz not null,
  constraint network_drafts_key primary key (project_id, account_id)
);

create table network_editors (
  project_id bigint not null references projects (id),
  account_id uuid not null references accounts (id),
  seen_at timestamptz not null,
  constraint network_editors_key primary key (project_id, account_id)
);

create table network_history (
  project_id bigint not null references projects (id),
  version integer not null,
  config jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  title text not null,
  job_id uuid,
  constraint network_history_key primary key (project_id, version)
);

create table network_secrets (
  id uuid primary key,
  project_id bigint not null references projects (id),
  sealed bytea not null,
  applied boolean not null,
  created_at timestamptz not null
);
create index network_secrets_project on network_secrets (project_id);

create table project_marks (
  account_id uuid not null references accounts (id),
  project_id bigint not null references projects (id) on delete cascade,
  favourite boolean not null,
  tags jsonb not null,
  constraint project_marks_pkey primary key (account_id, project_id)
);

create table project_transfers (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  from_id uuid not null references accounts (id),
  to_id uuid not null references accounts (id),
  state text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create unique index project_transfers_open on project_transfers (project_id) where (state = 'open'::text);
create index project_transfers_to on project_transfers (to_id);

create table removed_devices (
  id text primary key,
  project_id bigint not null references projects (id) on delete cascade,
  removed_at timestamptz not null
);
create index removed_devices_project on removed_devices (project_id);

create table restart_schedules (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_ids jsonb not null,
  weekdays jsonb not null,
  at text not null,
  next_at timestamptz,
  actor_id uuid,
  created_by text not null,
  created_at timestamptz not null
);
create index restart_schedules_due on restart_schedules (next_at) where (next_at is not null);

create table shares (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  account_id uuid not null references accounts (id),
  "right" text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  ended_at timestamptz,
  extension_asked_at timestamptz,
  extension_note text
);
create unique index shares_holder on shares (account_id, project_id) where (ended_at is null);
create index shares_project on shares (project_id);

create table template_secrets (
  template_id uuid not null references network_templates (id) on delete cascade,
  policy_id text not null,
  sealed bytea not null,
  constraint template_secrets_key primary key (template_id, policy_id)
);

create table tunnels (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_id text not null,
  device_name text not null,
  account_id uuid not null,
  session_id text not null,
  access text not null,
  label_hash text not null unique,
  ticket_hash text not null unique,
  expires_at timestamptz not null,
  job_id uuid,
  process text,
  entrance_hash text,
  entrance_until timestamptz,
  ended_at timestamptz,
  ended_code integer,
  ended_reason text
);
create index tunnels_device on tunnels (device_id, expires_at);

create table device_settings (
  device_id text primary key references devices (id) on delete cascade,
  project_id bigint not null,
  version integer not null,
  settings jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null
);

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

create table job_rows (
  id uuid primary key,
  job_id uuid not null references jobs (id),
  project_id bigint not null,
  device_id text not null,
  device_name text not null,
  kind text not null,
  rev bigint,
  state text not null,
  percent real,
  detail text,
  code integer,
  issues jsonb not null,
  deadline timestamptz,
  updated_at timestamptz not null,
  args jsonb default '{}'::jsonb not null,
  result jsonb,
  wave integer default 0 not null
);
create unique index job_rows_exclusive on job_rows (device_id) where ((kind = any (array['restart'::text, 'reset'::text, 'upgrade'::text, 'poe-restart'::text, 'country'::text, 'cpe-mode'::text])) and (state = any (array['queued'::text, 'sent'::text, 'running'::text])));
create index job_rows_held on job_rows (job_id, wave) where ((wave > 0) and (state = any (array['queued'::text, 'sent'::text, 'running'::text])));
create index job_rows_job on job_rows (job_id);
create index job_rows_open on job_rows (device_id) where (state = any (array['queued'::text, 'sent'::text, 'running'::text]));

create table online_clients (
  project_id bigint not null,
  mac text not null,
  device_id text not null references devices (id) on delete cascade,
  name text not null,
  ip text,
  vlan integer,
  ssid text,
  band text,
  port text,
  signal_dbm real,
  rx_bytes bigint,
  tx_bytes bigint,
  rx_rate_kbps bigint,
  tx_rate_kbps bigint,
  online boolean not null,
  connected_at timestamptz not null,
  last_seen_at timestamptz not null,
  counted_by text,
  constraint online_clients_pkey primary key (project_id, mac)
);
create index online_clients_device on online_clients (device_id);

create table openwifi_links (
  device_id text primary key references devices (id) on delete cascade,
  account_id uuid not null,
  key_hash text not null,
  link jsonb default '{}'::jsonb not null
);
create index openwifi_links_authority on openwifi_links (account_id, key_hash);

create table topology_reports (
  device_id text primary key references device_state (device_id) on delete cascade,
  addresses jsonb not null,
  reported_at timestamptz not null
);

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

create trigger topology_device_added after insert on devices for each row execute function request_topology_of_device('device-added');

create trigger topology_device_changed after update of project_id, role, mac, kind, name on devices for each row when ((((((old.project_id is distinct from new.project_id) or (old.role is distinct from new.role)) or (old.mac is distinct from new.mac)) or (old.kind is distinct from new.kind)) or (old.name is distinct from new.name))) execute function request_topology_of_device('device-changed');

create trigger topology_device_removed after delete on devices for each row execute function request_topology_of_device('device-removed');

create trigger topology_device_state after update of state on devices for each row when ((old.state <> new.state)) execute function log_device_state();

create trigger topology_first_report after insert on device_state for each row execute function request_topology_of_report();

create trigger topology_report after update of uplink_mac, uplink_port, neighbours, backhaul on device_state for each row when (((((old.uplink_mac is distinct from new.uplink_mac) or (old.uplink_port is distinct from new.uplink_port)) or (old.neighbours is distinct from new.neighbours)) or ((old.backhaul ->> 'kind'::text) is distinct from (new.backhaul ->> 'kind'::text)))) execute function request_topology_of_report();

insert into telemetry_counting values ('epoch');

create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
insert into kysely_migration_lock values ('migration_lock', 0);
insert into kysely_migration (name, timestamp) values
  ('0001-platform', '2026-11-28T11:16:00.001Z'),
  ('0002-accounts', '2026-11-28T11:16:00.002Z'),
  ('0003-projects', '2026-11-28T11:16:00.003Z'),
  ('0004-devices', '2026-11-28T11:16:00.004Z'),
  ('0005-gateway', '2026-11-28T11:16:00.005Z'),
  ('0006-clients', '2026-11-28T11:16:00.006Z'),
  ('0007-alarms', '2026-11-28T11:16:00.007Z'),
  ('0008-project-life', '2026-11-28T11:16:00.008Z'),
  ('0009-sharing', '2026-11-28T11:16:00.009Z'),
  ('0010-audit-chain', '2026-11-28T11:16:00.010Z'),
  ('0011-job-actor', '2026-11-28T11:16:00.011Z'),
  ('0012-device-protocol', '2026-11-28T11:16:00.012Z'),
  ('0013-accounts-access', '2026-11-28T11:16:00.013Z'),
  ('0014-files', '2026-11-28T11:16:00.014Z'),
  ('0015-device-steps', '2026-11-28T11:16:00.015Z'),
  ('0016-waiting-devices', '2026-11-28T11:16:00.016Z'),
  ('0017-messages', '2026-11-28T11:16:00.017Z'),
  ('0018-device-certificates', '2026-11-28T11:16:00.018Z'),
  ('0019-maintenance', '2026-11-28T11:16:00.019Z'),
  ('0020-firmware', '2026-11-28T11:16:00.020Z'),
  ('0021-openwifi', '2026-11-28T11:16:00.021Z'),
  ('0022-device-verifier', '2026-11-28T11:16:00.022Z'),
  ('0023-network-drafts', '2026-11-28T11:16:00.023Z'),
  ('0024-radio-figures', '2026-11-28T11:16:00.024Z'),
  ('0025-network-secrets', '2026-11-28T11:16:00.025Z'),
  ('0026-local-change', '2026-11-28T11:16:00.026Z'),
  ('0027-templates', '2026-11-28T11:16:00.027Z'),
  ('0028-telemetry', '2026-11-28T11:16:00.028Z'),
  ('0029-alarm-causes', '2026-11-28T11:16:00.029Z'),
  ('0030-alarm-rules', '2026-11-28T11:16:00.030Z'),
  ('0031-alarm-notifications', '2026-11-28T11:16:00.031Z'),
  ('0032-client-visits', '2026-11-28T11:16:00.032Z'),
  ('0033-logs', '2026-11-28T11:16:00.033Z'),
  ('0034-data-screen', '2026-11-28T11:16:00.034Z'),
  ('0035-leases', '2026-11-28T11:16:00.035Z'),
  ('0036-process-address', '2026-11-28T11:16:00.036Z'),
  ('0037-tunnels', '2026-11-28T11:16:00.037Z'),
  ('0038-alarm-names', '2026-11-28T11:16:00.038Z'),
  ('0039-pending-device-names', '2026-11-28T11:16:00.039Z'),
  ('0040-sign-in-flow-state', '2026-11-28T11:16:00.040Z'),
  ('0041-device-authority', '2026-11-28T11:16:00.041Z'),
  ('0042-session-confirmation', '2026-11-28T11:16:00.042Z'),
  ('0043-job-start', '2026-11-28T11:16:00.043Z'),
  ('0044-authority-refusals', '2026-11-28T11:16:00.044Z'),
  ('0045-removed-devices', '2026-11-28T11:16:00.045Z'),
  ('0046-wans', '2026-11-28T11:16:00.046Z'),
  ('0055-alarm-mail-default', '2026-11-28T11:16:00.047Z'),
  ('0056-telemetry-backfills', '2026-11-28T11:16:00.048Z'),
  ('0057-nearby-networks', '2026-11-28T11:16:00.049Z'),
  ('0058-dhcp-pools', '2026-11-28T11:16:00.050Z'),
  ('0059-device-roles', '2026-11-28T11:16:00.051Z'),
  ('0060-list-views', '2026-11-28T11:16:00.052Z'),
  ('0061-backhaul', '2026-11-28T11:16:00.053Z'),
  ('0062-parent-changes', '2026-11-28T11:16:00.054Z'),
  ('0063-bridges', '2026-11-28T11:16:00.055Z'),
  ('0064-roaming', '2026-11-28T11:16:00.056Z'),
  ('0065-topology', '2026-11-28T11:16:00.057Z'),
  ('0066-parents', '2026-11-28T11:16:00.058Z'),
  ('0067-topology-links', '2026-11-28T11:16:00.059Z'),
  ('0068-topology-edits', '2026-11-28T11:16:00.060Z'),
  ('0069-vlan-path-alarms', '2026-11-28T11:16:00.061Z'),
  ('0070-device-page-space', '2026-11-28T11:16:00.062Z'),
  ('0071-maps', '2026-11-28T11:16:00.063Z');

insert into accounts (id, account, nickname, role, kind, level, password_hash, cloud_code, created_at)
values ('00000000-0000-4000-8000-000000000001', 'old@example.com', 'Old', 1, 1, 1, 'hash', 'CODE', '2026-11-01T00:00:00Z');
insert into projects (id, owner_id, name, name_key, scenario, net_mode, country, province, city, address, time_zone,
  type_flag, secret_key, device_password, created_at)
values (1, '00000000-0000-4000-8000-000000000001', 'Hotel', 'hotel', 'hotel', 0, '', '', '', '', 'UTC', 0, '', '',
  '2026-11-01T00:00:00Z');
insert into network_configs (project_id, version, config, changed_by, changed_at)
values (1, 1, '{"vlans": [], "dhcpPools": []}', 'old@example.com', '2026-11-02T00:00:00Z');
insert into network_history (project_id, version, config, changed_by, changed_at, title)
values (1, 1, '{"vlans": [], "dhcpPools": []}', 'old@example.com', '2026-11-02T00:00:00Z', 'Apply again');
insert into network_drafts (project_id, account_id, version, base_version, base, config, changes, updated_at)
values (1, '00000000-0000-4000-8000-000000000001', 3, 1, '{"vlans": [], "dhcpPools": []}',
  '{"vlans": [{"id": 20, "name": "Guests", "ip": "10.0.20.1", "prefix": 24, "ports": []}], "dhcpPools": []}', 1,
  '2026-11-03T00:00:00Z');
insert into maps (id, project_id, name, name_key, building, floor, version)
values ('00000000-0000-4000-8000-000000000002', 1, 'Ground floor', 'ground floor', '', 0, 1);
insert into map_versions (map_id, version, plan, added, changed, removed, changed_by, changed_at)
values ('00000000-0000-4000-8000-000000000002', 1, '{"walls": []}', 0, 0, 0, 'old@example.com', '2026-11-02T00:00:00Z');
insert into map_drafts (map_id, account_id, version, base_version, plan, updated_at)
values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 2, 1, '{"walls": [1]}',
  '2026-11-03T00:00:00Z');
insert into map_materials (project_id, version, items) values (1, 1, '[]');
insert into files (id, owner_id, purpose, media_type, bytes, created_at) values
  ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', 'map', 'image/png', 1, now()),
  ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001', 'picture', 'image/png', 1, now());
insert into map_pictures (id, project_id, width_px, height_px, created_at)
values ('00000000-0000-4000-8000-000000000003', 1, 1, 1, now());
