import type { Capabilities, ConfigIssue, LocalChange } from '@northlight/contract/device-protocol';
import type { OpenWifiLink, ReportedStatus } from '@northlight/device-plane';
import type { ColumnType, Generated } from 'kysely';
import type { StoredDesired } from './desired-seal.ts';

/** jsonb: read as the value, written as text. */
type Json<T> = ColumnType<T, string, string>;

export interface BaseDeviceTable {
  sn: string;
  mac: string;
  model: string;
  claim_hash: string;
  secret_hash: string;
  registered_at: Date;
}

/** Devices that said hello and that nobody has claimed yet. */
export interface WaitingDeviceTable {
  sn: string;
  model: string;
  mac: string;
  software: string;
  /** Set for a device that came under an authority: whose, by which key, and what it told that it can do. */
  account_id: string | null;
  key_hash: string | null;
  caps: Json<Capabilities> | null;
  /** As the account has it, whatever way it was typed at the device. */
  cloud_code: string | null;
  /** Where it calls from; absent for one that waits since before this was kept. */
  network: string | null;
  since: Date | null;
  heard_at: Date;
}

export interface TrustedAuthorityTable {
  id: string;
  account_id: string;
  /** SHA-256 of its public key, hex. */
  key_hash: string;
  /** As node:crypto writes it. */
  subject: string;
  pem: string;
  added_at: Date;
}

/** An added OpenWiFi device: under which authority, and what is kept of its protocol. */
export interface OpenWifiLinkTable {
  device_id: string;
  account_id: string;
  key_hash: string;
  link: ColumnType<Partial<OpenWifiLink>, string | undefined, string>;
}

/** What an account decided about a device that presented its cloud code; no row is nothing yet. */
export interface WaitingDecisionTable {
  account_id: string;
  sn: string;
  standing: 'ignored' | 'rejected';
  at: Date;
}

export interface DeviceTable {
  id: string;
  project_id: number;
  sn: string;
  mac: string;
  model: string;
  kind: string;
  /** What it counts against in its project: gateway, access-switch, core-switch, ap, or none. */
  limit_class: string | null;
  name: string;
  name_key: string;
  caps: Json<Capabilities>;
  token_hash: string | null;
  /** Offered and not used yet, with what the token was made of. */
  next_token_hash: string | null;
  next_token_salt: string | null;
  /** Fingerprint of the certificate in use, and of the one that was issued after it. */
  certificate: string | null;
  next_certificate: string | null;
  epoch: number;
  state: number;
  state_at: Date;
  waiting: boolean;
  session: string | null;
  boot: string | null;
  instance: string | null;
  managed: 'cloud' | 'local';
  mesh_role: 'primary' | 'secondary' | null;
  software: string | null;
  hardware: string | null;
  desired_rev: number;
  desired_hash: string | null;
  desired_config: Json<StoredDesired> | null;
  desired_when: Date | null;
  reported_rev: number;
  reported_hash: string;
  reported_status: ReportedStatus;
  reported_issues: Json<ConfigIssue[]>;
  bad_rev: number;
  sent_rev: number;
  seen_rev: Generated<number>;
  /** Changes with every step and every new intent: a step that was made from an older count is made again. */
  steps: Generated<number>;
  created_at: Date;
}

export interface DeviceStateTable {
  device_id: string;
  project_id: number;
  ip: string | null;
  vlan: number | null;
  uplink_mac: string | null;
  uplink_port: string | null;
  cpu: number | null;
  mem: number | null;
  uptime_seconds: number | null;
  clients: number | null;
  ports: Json<unknown[]> | null;
  radios: Json<unknown[]> | null;
  radios_at: Date | null;
  neighbours: Json<unknown[]> | null;
  /** As the device told it at its last birth. */
  local_change: Json<LocalChange> | null;
  reported_at: Date;
}

export interface GatewayLeaseTable {
  instance: string;
  until: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    base_devices: BaseDeviceTable;
    waiting_devices: WaitingDeviceTable;
    waiting_decisions: WaitingDecisionTable;
    trusted_authorities: TrustedAuthorityTable;
    openwifi_links: OpenWifiLinkTable;
    devices: DeviceTable;
    device_state: DeviceStateTable;
    gateway_leases: GatewayLeaseTable;
  }
}
