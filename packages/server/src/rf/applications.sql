alter table rf_runs
  add column cause text,
  add column is_worthwhile boolean,
  add column selection jsonb not null default '{"refused": []}',
  add column revision integer not null default 0,
  add column selected jsonb,
  add column apply_at timestamptz,
  add column application jsonb,
  add column measurement jsonb,
  add column measure_at timestamptz;
create index rf_runs_measured on rf_runs (measure_at) where (measure_at is not null);
create index rf_runs_waiting on rf_runs (apply_at) where (apply_at is not null);

alter table rf_settings
  add column actor_id uuid,
  add column next_at timestamptz;
create index rf_settings_due on rf_settings (next_at) where (next_at is not null);
