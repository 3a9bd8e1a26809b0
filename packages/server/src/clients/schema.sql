create table client_names (
  project_id bigint not null,
  mac text not null,
  name text not null,
  constraint client_names_pkey primary key (project_id, mac)
);

create table client_visits (
  project_id bigint not null,
  mac text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  device_id text not null,
  device_name text not null,
  ssid text,
  band text,
  port text,
  signal_dbm real,
  last_signal_dbm real,
  constraint client_visits_pkey primary key (project_id, mac, from_at)
);
create index client_visits_from on client_visits (from_at);

create table online_clients (
  project_id bigint not null,
  mac text not null,
  device_id text not null references devices (id) on delete cascade,
  name text not null,
  ip text,
  vlan integer,
  ssid text,
  band text,
  port text,
  signal_dbm real,
  rx_bytes bigint,
  tx_bytes bigint,
  rx_rate_kbps bigint,
  tx_rate_kbps bigint,
  online boolean not null,
  connected_at timestamptz not null,
  last_seen_at timestamptz not null,
  counted_by text,
  constraint online_clients_pkey primary key (project_id, mac)
);
create index online_clients_device on online_clients (device_id);
