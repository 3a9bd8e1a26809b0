create table device_settings (
  device_id text primary key references devices (id) on delete cascade,
  project_id bigint not null,
  version integer not null,
  settings jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null
);

create table network_configs (
  project_id bigint not null,
  version integer not null,
  config jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint gateway_configs_pkey primary key (project_id),
  constraint gateway_configs_project_id_fkey foreign key (project_id) references projects(id)
);

create table network_editors (
  project_id bigint not null references projects (id),
  account_id uuid not null references accounts (id),
  seen_at timestamptz not null,
  constraint network_editors_key primary key (project_id, account_id)
);

create table network_history (
  project_id bigint not null references projects (id),
  version integer not null,
  config jsonb,
  changed_by text not null,
  changed_at timestamptz not null,
  title text not null,
  job_id uuid,
  device_changes jsonb,
  constraint network_history_key primary key (project_id, version)
);

create table network_secrets (
  id uuid primary key,
  project_id bigint not null references projects (id),
  sealed bytea not null,
  applied boolean not null,
  created_at timestamptz not null
);
create index network_secrets_project on network_secrets (project_id);
