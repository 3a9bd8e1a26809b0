create table audit (
  id uuid primary key,
  at timestamptz not null,
  actor text not null,
  network text,
  project_id bigint,
  action text not null,
  object text not null,
  before text,
  after text,
  result text not null,
  request_id text,
  sequence bigint,
  hash text,
  actor_id uuid,
  deleted_mac text
);
create index audit_actor_at on audit (actor, at);
create index audit_project_at on audit (project_id, at);
create unique index audit_sequence on audit (sequence);

create table audit_head (
  id smallint primary key,
  sequence bigint not null,
  hash text not null
);
