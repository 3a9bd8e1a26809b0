create table attempts (
  id uuid primary key,
  key text not null,
  at timestamptz not null
);
create index attempts_key_at on attempts (key, at);

create table document_drafts (
  document text not null,
  subject text not null,
  project_id bigint not null references projects (id),
  account_id uuid not null references accounts (id),
  version integer not null,
  base_version integer not null,
  base jsonb,
  content jsonb not null,
  bytes integer not null,
  changes integer not null,
  updated_at timestamptz not null,
  constraint document_drafts_key primary key (document, subject, account_id)
);
create index document_drafts_project on document_drafts (project_id, document);

create table files (
  id uuid primary key,
  owner_id uuid,
  purpose text not null,
  media_type text not null,
  bytes bigint not null,
  created_at timestamptz not null,
  project_id bigint,
  constraint files_one_owner check (((owner_id is null) <> (project_id is null)))
);
create index files_owner on files (owner_id);
create index files_project on files (project_id);

create table leases (
  name text primary key,
  holder text not null,
  fence bigint not null,
  until timestamptz not null,
  address text
);

create table limit_keys (
  key text primary key
);
