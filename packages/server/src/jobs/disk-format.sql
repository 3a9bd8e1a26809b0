-- A disk is formatted like a reset: no other such command runs on the device meanwhile.
drop index job_rows_exclusive;
create unique index job_rows_exclusive on job_rows (device_id)
  where kind in ('restart', 'reset', 'upgrade', 'poe-restart', 'country', 'cpe-mode', 'disk-format')
    and state in ('queued', 'sent', 'running');
