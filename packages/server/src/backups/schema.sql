-- Backups of devices. The id is that of the file. A file stays when its device leaves the project.
create table backups (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_id text references devices (id) on delete set null,
  device_name text not null,
  device_sn text not null,
  model text not null,
  software text,
  kind text not null,
  cause text,
  name text not null,
  bytes integer not null,
  sha256 text not null,
  remark text,
  revision bigint not null,
  taken_at timestamptz not null,
  taken_by text not null,
  restore_job_id uuid,
  restored_revision bigint
);
create index backups_project on backups (project_id, taken_at desc, id);
create index backups_device on backups (device_id, taken_at desc);
create unique index backups_restore_point on backups (device_id) where (kind = 'restore-point');
