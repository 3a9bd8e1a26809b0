import type { Generated } from 'kysely';

export interface OnlineClientTable {
  project_id: number;
  mac: string;
  device_id: string;
  name: string;
  ip: string | null;
  vlan: number | null;
  ssid: string | null;
  band: string | null;
  port: string | null;
  signal_dbm: number | null;
  rx_bytes: number | null;
  tx_bytes: number | null;
  rx_rate_kbps: number | null;
  tx_rate_kbps: number | null;
  counted_by: string | null;
  online: boolean;
  connected_at: Date;
  last_seen_at: Date;
}

/** A stay of a client at one device, SSID, band or port. The current visit of an online client has no end. */
export interface ClientVisitTable {
  project_id: number;
  mac: string;
  from_at: Date;
  until_at: Date | null;
  device_id: string;
  device_name: string;
  ssid: string | null;
  band: string | null;
  port: string | null;
  /** Signal at the beginning and at the end of the visit (dBm); null for a wired client, and if not reported. */
  signal_dbm: Generated<number | null>;
  last_signal_dbm: Generated<number | null>;
}

/** Name that a user has given to a client. */
export interface ClientNameTable {
  project_id: number;
  mac: string;
  name: string;
}

declare module '../platform/db/database.ts' {
  interface Database {
    online_clients: OnlineClientTable;
    client_visits: ClientVisitTable;
    client_names: ClientNameTable;
  }
}
