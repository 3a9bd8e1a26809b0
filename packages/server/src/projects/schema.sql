create table custom_scenarios (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  name_key text not null,
  created_at timestamptz not null,
  constraint custom_scenarios_name unique (account_id, name_key)
);

create table projects (
  id bigint primary key,
  owner_id uuid references accounts (id),
  name text not null,
  name_key text not null,
  scenario text not null,
  net_mode smallint not null,
  country text not null,
  province text not null,
  city text not null,
  address text not null,
  time_zone text not null,
  type_flag smallint not null,
  secret_key bytea not null,
  device_password bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  deleted_at timestamptz,
  copy_of bigint,
  latitude double precision,
  longitude double precision,
  device_verifier jsonb,
  log_days smallint default 90 not null
);
create unique index projects_owner_name on projects (owner_id, name_key) where (deleted_at is null);

create table screen_layouts (
  account_id uuid primary key references accounts (id),
  layout jsonb not null
);

create table project_marks (
  account_id uuid not null references accounts (id),
  project_id bigint not null references projects (id) on delete cascade,
  favourite boolean not null,
  tags jsonb not null,
  constraint project_marks_pkey primary key (account_id, project_id)
);
