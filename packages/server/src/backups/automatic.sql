-- Automatic backups: the hash by which an unchanged content is recognised, orders of files that are written after the commit
-- that they precede, and the nights of a project.
alter table backups add column content_hash text;
create table backup_orders (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_id text not null,
  cause text not null,
  config_version integer not null,
  device jsonb not null,
  settings jsonb,
  ordered_at timestamptz not null,
  ordered_by text not null
);
create index backup_orders_project on backup_orders (project_id, id);
create table backup_nights (
  project_id bigint primary key references projects (id) on delete cascade,
  time_zone text not null,
  next_at timestamptz not null,
  last_at timestamptz,
  taken integer not null default 0,
  unchanged integer not null default 0,
  failed_at timestamptz,
  failure text,
  failed_devices integer not null default 0
);
create index backup_nights_due on backup_nights (next_at);
-- What a restoration made of each item, and what its device reports about it.
alter table backups add column restoration jsonb;
alter table backups add column verification jsonb;
create index backups_unverified on backups (project_id) where (restored_revision is not null and verification is null);
