-- Replacements of the hardware of devices: those that wait for the first contact of the new hardware, and the past ones.
create table device_replacements (
  id uuid primary key,
  device_id text not null references devices (id) on delete cascade,
  sn text not null,
  model text not null,
  ordered_at timestamptz not null,
  ordered_by text not null,
  actor_id uuid,
  replaced_at timestamptz,
  replaced_sn text,
  problem text
);
create index device_replacements_device on device_replacements (device_id, ordered_at desc);
create unique index device_replacements_open on device_replacements (device_id) where (replaced_at is null);
create unique index device_replacements_sn on device_replacements (sn) where (replaced_at is null);
