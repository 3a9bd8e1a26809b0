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

create table alarm_recipients (
  project_id bigint not null,
  account_id uuid not null references accounts (id) on delete cascade,
  choice text not null,
  constraint alarm_recipients_key primary key (project_id, account_id)
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

create table vlan_path_checks (
  project_id bigint primary key,
  marker text not null
);
