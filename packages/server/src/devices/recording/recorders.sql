-- Disks and channels of recorders, as they report them, with the sample time.
alter table device_state add column recorder jsonb, add column recorder_at timestamptz;
