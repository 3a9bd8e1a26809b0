-- Parts of backups between the cloud and devices: those that devices are to send, and those that restorations send them.
create table backup_parts (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_id text not null references devices (id) on delete cascade,
  direction text not null,
  sha256 text,
  content bytea,
  created_at timestamptz not null
);
create index backup_parts_device on backup_parts (device_id, created_at desc);
create index backup_parts_age on backup_parts (created_at);
