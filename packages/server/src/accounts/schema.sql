create table accounts (
  id uuid primary key,
  account text not null unique,
  nickname text not null,
  role smallint not null,
  kind smallint not null,
  level smallint not null,
  password_hash text not null,
  cloud_code text not null unique,
  disabled_at timestamptz,
  created_at timestamptz not null,
  email text,
  role_title text default ''::text not null,
  company_name text default ''::text not null,
  company_location text default ''::text not null,
  company_name_changed_at timestamptz,
  company_location_changed_at timestamptz,
  avatar_file uuid,
  wrapped_key bytea,
  factor_pending bytea,
  factor_secret bytea,
  factor_enabled_at timestamptz,
  factor_last_step bigint,
  signing_kind text,
  signing_key bytea,
  length_unit text default 'm'::text not null
);

create table used_tickets (
  id text primary key,
  expires_at timestamptz not null
);

create table verification_flows (
  flow_id text primary key,
  purpose text not null,
  account text not null,
  code_hash text not null,
  browser_hash text not null,
  tries integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  claim text,
  claimed_at timestamptz
);

create table identities (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  provider text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint identities_subject unique (provider, subject)
);
create index identities_account on identities (account_id);

create table list_views (
  account_id uuid not null references accounts (id) on delete cascade,
  list text not null,
  view jsonb not null,
  constraint list_views_pkey primary key (account_id, list)
);

create table recovery_codes (
  account_id uuid not null references accounts (id),
  code_hash text not null,
  used_at timestamptz,
  constraint recovery_codes_key primary key (account_id, code_hash)
);

create table sessions (
  token_hash text primary key,
  account_id uuid references accounts (id),
  access_type text not null,
  remember boolean not null,
  network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_code integer,
  id uuid not null,
  kind text default 'console'::text not null,
  name text,
  user_agent text default ''::text not null,
  last_seen_at timestamptz not null,
  scope_projects text,
  scope_write boolean,
  confirmed_at timestamptz
);
create index sessions_account on sessions (account_id);
create unique index sessions_id on sessions (id);

create table sign_in_flows (
  flow_id text primary key,
  kind text not null,
  state text not null,
  browser_hash text not null,
  account_id uuid references accounts (id),
  remember boolean not null,
  tries integer not null,
  network text not null,
  user_agent text not null,
  provider text,
  subject text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
