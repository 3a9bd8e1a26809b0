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

insert into telemetry_counting values ('epoch');
