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
