-- Scans of the last 24 h, which a plan pools. Only projects that optimize keep them.
create table rf_scans (
  project_id bigint not null references projects (id) on delete cascade,
  device_id text not null references devices (id) on delete cascade,
  at timestamptz not null,
  networks jsonb not null,
  channels jsonb not null,
  constraint rf_scans_pkey primary key (project_id, device_id, at)
);
create index rf_scans_age on rf_scans (at);
