-- Pictures of cameras: the newest one, and those of events. Their files are in the file store.
create table camera_pictures (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_id text not null references devices (id) on delete cascade,
  -- Id of the event of the camera; null for the newest picture.
  event_id text,
  event text,
  taken_at timestamptz not null,
  width_px integer not null,
  height_px integer not null,
  large_file uuid not null,
  small_file uuid not null
);
create unique index camera_pictures_newest on camera_pictures (device_id) where event_id is null;
create unique index camera_pictures_event on camera_pictures (device_id, event_id) where event_id is not null;
create index camera_pictures_project on camera_pictures (project_id, taken_at);

-- Pictures that cameras have announced.
create table picture_uploads (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  device_id text not null references devices (id) on delete cascade,
  event_id text,
  sha256 text not null,
  is_received boolean not null,
  created_at timestamptz not null
);
create index picture_uploads_device on picture_uploads (device_id, created_at);

-- Signatures of hourly pictures, which are compared.
create table picture_signatures (
  device_id text not null references devices (id) on delete cascade,
  taken_at timestamptz not null,
  blocks bytea not null,
  contrast double precision not null,
  unchanged boolean not null,
  constraint picture_signatures_key primary key (device_id, taken_at)
);
create index picture_signatures_time on picture_signatures (taken_at);

-- Picture of the moment of an event.
alter table run_logs add column picture_id uuid;
