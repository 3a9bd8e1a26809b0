-- Time from which an automatic optimization may start; settings that are saved again keep it.
alter table rf_settings add column auto_at timestamptz;
update rf_settings set auto_at = now();
create index rf_settings_automatic on rf_settings (auto_at) where (settings->>'mode' = 'auto');
