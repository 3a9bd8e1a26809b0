create table rf_settings (
  project_id bigint primary key references projects (id) on delete cascade,
  version integer not null,
  settings jsonb not null
);

create table rf_runs (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  trigger text not null,
  state text not null,
  started_at timestamptz not null,
  started_by text not null,
  requester text not null,
  ended_at timestamptz,
  problem text,
  rounds integer not null,
  site jsonb not null,
  base_version integer not null,
  best jsonb,
  plan jsonb
);
create index rf_runs_project on rf_runs (project_id, started_at desc);
-- One optimization of a project runs at a time, over all processes.
create unique index rf_runs_running on rf_runs (project_id) where (state = 'running');
