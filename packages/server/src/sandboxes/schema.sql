-- Sandboxes: projects with simulated devices that copy a real project.
create table sandboxes (
  project_id bigint primary key references projects (id) on delete cascade,
  source_id bigint not null,
  created_at timestamptz not null,
  -- Version of the configuration of the source at the time of the copy, with its content and the versions of its settings.
  base_version integer not null,
  base jsonb not null,
  setting_versions jsonb not null,
  -- Ids, MAC addresses and secrets of the source, by those of the sandbox.
  originals jsonb not null,
  -- The simulated site, as the simulator describes it.
  site jsonb not null,
  uplinks jsonb not null,
  faults jsonb not null,
  notes jsonb not null
);
create index sandboxes_source on sandboxes (source_id);
