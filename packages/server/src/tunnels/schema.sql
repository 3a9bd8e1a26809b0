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
