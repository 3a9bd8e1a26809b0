create table project_transfers (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  from_id uuid not null references accounts (id),
  to_id uuid not null references accounts (id),
  state text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create unique index project_transfers_open on project_transfers (project_id) where (state = 'open'::text);
create index project_transfers_to on project_transfers (to_id);

create table shares (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  account_id uuid not null references accounts (id),
  "right" text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  ended_at timestamptz,
  extension_asked_at timestamptz,
  extension_note text
);
create unique index shares_holder on shares (account_id, project_id) where (ended_at is null);
create index shares_project on shares (project_id);
