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
