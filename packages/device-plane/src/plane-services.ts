import type { Clock, Entropy } from '@northlight/runtime';
import type { CertificateIssuer } from './certificates.ts';
import type { Outgoing } from './records.ts';
import type { BackupTransfers, SnapshotAddress, UpgradeFileSource } from './requests.ts';
import type { AffectedResources, DeviceStore } from './store.ts';

export interface PlaneLog {
  warn(fields: object, message: string): void;
}

export interface PlaneServices {
  readonly store: DeviceStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: PlaneLog;
  /** Finds the firmware file of a device's open upgrade. */
  readonly findUpgradeFile?: UpgradeFileSource;
  /** Finds the addresses of the parts of backups. */
  readonly backupTransfers?: BackupTransfers;
  /** Finds the addresses to which cameras send pictures. */
  readonly findSnapshotAddress?: SnapshotAddress;
  /** Signs device certificates; without an issuer, devices authenticate with their tokens only. */
  readonly issuer?: CertificateIssuer | undefined;
  /** Notifies pages that they must reload resources, and requests the consequences; called after the commit. */
  publishChange(affected: AffectedResources): void;
}

/** One connection of one device, implemented by the protocol endpoints. */
export interface DeviceConnection {
  readonly deviceId: string;
  /** The token that the device authenticated with. */
  readonly token?: string | undefined;
  /** Fingerprint of the certificate that the device authenticated with. */
  readonly certificate?: string | undefined;
  /** Session of the device, which the birth on this connection sets. */
  session: string | undefined;
  /** Time of the last message or ping of the device (ms). */
  lastActiveAt: number;
  /**
   * Time without messages after which the connection is closed (ms); 1.5 times the native keepalive by
   * default.
   */
  readonly silentAfterMs?: number;
  /** Returns the reason why the device takes no configuration now; undefined if it takes one. */
  explainHold?(): string | undefined;
  publish(message: Outgoing): void;
  close(reason: string): void;
}
