import type { DeviceRole } from '@northlight/contract';
import type { Capabilities, ConfigIssue, LocalChange } from '@northlight/contract/device-protocol';
import type { ReportedStatus } from '@northlight/device-plane';
import type { StoredLink } from './openwifi/stored-link.ts';
import type { ColumnType, Generated } from 'kysely';
import type { MessageNote } from '@northlight/device-plane';
import type { StoredDesiredConfig } from './seal-desired.ts';

/** A jsonb column: queries return the parsed value, and inserts take JSON text. */
type Json<T> = ColumnType<T, string, string>;

export interface BaseDeviceTable {
  sn: string;
  mac: string;
  model: string;
  claim_hash: string;
  secret_hash: string;
  registered_at: Date;
}

/** Pending devices, which have sent a hello and are not claimed. */
export interface WaitingDeviceTable {
  sn: string;
  model: string;
  mac: string;
  software: string;
  /**
   * Account that trusts the authority of an OpenWiFi device; null for other devices. Rows with an account
   * also have the authority's key and the reported capabilities.
   */
  account_id: string | null;
  key_hash: string | null;
  caps: Json<Capabilities> | null;
  /** The cloud code that the device presents, in the normalised form of the account's code. */
  cloud_code: string | null;
  /** Network from which the device connects; null for rows older than this column. */
  network: string | null;
  since: Date | null;
  last_seen_at: Date;
}

export interface TrustedAuthorityTable {
  id: string;
  account_id: string;
  /** SHA-256 of the authority's public key, hex. */
  key_hash: string;
  /** Subject of the certificate in the format of node:crypto. */
  subject: string;
  pem: string;
  added_at: Date;
  /** Time of the last refused connection of one of the authority's devices; null without one. */
  refused_at: Generated<Date | null>;
  refused_device: Generated<string | null>;
  refused_reason: Generated<string | null>;
}

/** An added OpenWiFi device: its authority and its protocol state. */
export interface OpenWifiLinkTable {
  device_id: string;
  account_id: string;
  key_hash: string;
  link: ColumnType<Partial<StoredLink>, string | undefined, string>;
}

/** An account's decision about a pending device; no row while undecided. */
export interface WaitingDecisionTable {
  account_id: string;
  sn: string;
  decision: 'ignored' | 'rejected';
  at: Date;
}

export interface DeviceTable {
  id: string;
  project_id: number;
  sn: string;
  /** Key of the OpenWiFi authority that certifies the device (SHA-256, hex); empty without one. */
  authority: ColumnType<string, string | undefined, string | undefined>;
  mac: string;
  model: string;
  kind: string;
  /** Role of the device in its project. */
  role: DeviceRole;
  /** Limit of the project against which the device counts, a key of `DEVICE_LIMITS`; null without a limit. */
  limit_class: string | null;
  name: string;
  name_key: string;
  caps: Json<Capabilities>;
  token_hash: string | null;
  /** Hash of the offered, still unused token, and the salt from which it was derived. */
  next_token_hash: string | null;
  next_token_salt: string | null;
  /** Fingerprints of the certificate in use, and of the issued certificate that will replace it. */
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
  desired_config: Json<StoredDesiredConfig> | null;
  desired_when: Date | null;
  reported_rev: number;
  reported_hash: string;
  reported_status: ReportedStatus;
  reported_issues: Json<ConfigIssue[]>;
  bad_rev: number;
  sent_rev: number;
  seen_rev: Generated<number>;
  /**
   * Number of steps and of new desired configurations. A step is repeated if this number has changed since
   * the step read it.
   */
  steps: Generated<number>;
  /** Device above this one, with its port there, as the network topology has inferred it. */
  parent_id: Generated<string | null>;
  parent_port: Generated<string | null>;
  /** Last message that was refused, or whose parts were left out. */
  message_note: Json<MessageNoteRow> | null;
  created_at: Date;
}

export interface MessageNoteRow extends MessageNote {
  readonly at: string;
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
  wans: Json<unknown[]> | null;
  wans_at: Date | null;
  dhcp_pools: Json<unknown[]> | null;
  dhcp_pools_at: Date | null;
  backhaul: Json<unknown> | null;
  backhaul_at: Date | null;
  /** End of a bridge link, with its sample time. */
  bridge: Json<unknown> | null;
  bridge_at: Date | null;
  /** Disks and channels of a recorder. */
  recorder: Json<unknown> | null;
  recorder_at: Date | null;
  /** Streams of a camera. */
  camera: Json<unknown> | null;
  camera_at: Date | null;
  /** Difference of the clock of the device; positive if it is ahead. */
  clock_difference_seconds: number | null;
  /** Received networks, each with the time of its scan. */
  nearby_networks: Json<unknown[]> | null;
  /** Channels to which the radios listened, each with its time. */
  nearby_channels: Json<unknown[]> | null;
  nearby_networks_at: Date | null;
  neighbours: Json<unknown[]> | null;
  /** Changes on the local page, as the last birth reported them. */
  local_change: Json<LocalChange> | null;
  reported_at: Date;
}

/** Radar that a radio found. */
export interface RadarFindTable {
  device_id: string;
  radio_id: string;
  /** Channels of 20 MHz. */
  channels: number[];
  found_at: Date;
  /** Time at which the desired configuration is computed again: at once, then at the end of the ban; null after it. */
  due_at: Date | null;
}

/** Days for which recordings of a camera must be held. The camera is any one that a recorder of the project records. */
export interface RecordingPromiseTable {
  project_id: number;
  camera_mac: string;
  days: number;
}

export interface GatewayLeaseTable {
  instance: string;
  until: Date;
}

/** A device that was removed from a project. Its id is never used again. */
export interface RemovedDeviceTable {
  id: string;
  project_id: number;
  removed_at: Date;
}

/** The first birth of a serial number of the manufacturer's list. */
export interface ActivationTable {
  sn: string;
  model: string;
  /** Country of the project at that time, as the project's address has it. */
  country: string;
  activated_at: Date;
}

/** A replacement of the hardware of a device: one that waits for the first contact of the new hardware, or a past one. */
export interface DeviceReplacementTable {
  id: string;
  device_id: string;
  /** Serial number and model of the new hardware. */
  sn: string;
  model: string;
  ordered_at: Date;
  ordered_by: string;
  /** Account in whose name the new hardware takes over. */
  actor_id: string | null;
  /** Null while the replacement waits for the first contact of the new hardware. */
  replaced_at: Date | null;
  replaced_sn: string | null;
  /** Reason why the new hardware could not take over at its last contact. */
  problem: string | null;
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
    recording_promises: RecordingPromiseTable;
    gateway_leases: GatewayLeaseTable;
    radar_finds: RadarFindTable;
    removed_devices: RemovedDeviceTable;
    activations: ActivationTable;
    device_replacements: DeviceReplacementTable;
  }
}
