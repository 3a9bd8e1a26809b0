-- Restore drills: the last one of each project, and the one that runs.
create table backup_drills (
  project_id bigint primary key references projects (id) on delete cascade,
  -- Sandbox in which the backup is being restored; null while no drill runs.
  sandbox_id bigint,
  started_at timestamptz,
  backup_id uuid,
  backup_name text not null default '',
  device_name text not null default '',
  last_at timestamptz,
  result text,
  settings integer not null default 0,
  findings jsonb not null default '[]'
);
create index backup_drills_running on backup_drills (started_at) where (sandbox_id is not null);
