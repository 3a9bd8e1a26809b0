-- Radar that radios found. The channels must not be used for 30 min; the finds of 30 days tell how often a channel has any.
create table radar_finds (
  device_id text not null references devices (id) on delete cascade,
  radio_id text not null,
  channels integer[] not null,
  found_at timestamptz not null,
  -- Time at which the desired configuration of the device is computed again: at once, then at the end of the ban; null after it.
  due_at timestamptz,
  primary key (device_id, radio_id, found_at, channels)
);
create index radar_finds_due on radar_finds (due_at) where (due_at is not null);
create index radar_finds_age on radar_finds (found_at);
