-- Streams of cameras and the clocks of devices as they report them, and the days for which recordings must be held.
alter table device_state add column camera jsonb, add column camera_at timestamptz,
  add column clock_difference_seconds double precision;

create table recording_promises (
  project_id bigint not null references projects (id) on delete cascade,
  camera_mac text not null,
  days integer not null,
  constraint recording_promises_key primary key (project_id, camera_mac)
);
