create table firmware (
  id uuid primary key,
  project_id bigint references projects (id) on delete cascade,
  models jsonb not null,
  version text not null,
  size_bytes integer not null,
  sha256 text not null,
  notes text,
  channel text,
  file_id uuid not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
create unique index firmware_content on firmware (coalesce(project_id, (0)::bigint), sha256);

create table firmware_channels (
  project_id bigint not null references projects (id) on delete cascade,
  model text not null,
  channel text not null,
  constraint firmware_channels_pkey primary key (project_id, model)
);
