import type {
  BackupCause,
  BackupKind,
  BackupReport,
  BackupVerification,
  DeviceRole,
  DeviceSettings,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { ColumnType } from 'kysely';

export interface BackupTable {
  /** Id of the backup and of its file. */
  id: string;
  project_id: number;
  /** Null for a device that has left the project. */
  device_id: string | null;
  device_name: string;
  device_sn: string;
  model: string;
  software: string | null;
  kind: BackupKind;
  /** Set for automatic files. */
  cause: BackupCause | null;
  name: string;
  bytes: number;
  sha256: string;
  remark: string | null;
  /** Revision of the device's configuration that the file contains. */
  revision: number;
  taken_at: Date;
  taken_by: string;
  /** Job of the last restoration. */
  restore_job_id: string | null;
  /** Revision of the device's configuration after the last restoration. */
  restored_revision: number | null;
  /** SHA-256 of the content, without the manifest; null for files of earlier versions. */
  content_hash: string | null;
  /** Last restoration, with its result item by item. */
  restoration: Json<StoredRestoration> | null;
  /** Comparison with the reports of the device; null until the device has reported the restoration. */
  verification: Json<BackupVerification> | null;
}

type Json<T> = ColumnType<T, string, string>;
type StoredRestoration = Omit<BackupReport, 'jobId' | 'verification'>;

/** A device as it was when a file was ordered, which is all that the file needs besides the configuration. */
export interface OrderedDevice {
  readonly sn: string;
  readonly name: string;
  readonly model: string;
  readonly role: DeviceRole;
  readonly software: string | null;
  readonly revision: number;
  readonly radios: Capabilities['radios'];
}

/** Order of an automatic file, committed with the change that the file precedes, and deleted with its file. */
export interface BackupOrderTable {
  id: string;
  project_id: number;
  /** Not a reference: the file is written also for a device that has left the project meanwhile. */
  device_id: string;
  cause: Exclude<BackupCause, 'nightly'>;
  /** Version of the project's configuration before the change, which the history has. */
  config_version: number;
  device: ColumnType<OrderedDevice, string, string>;
  settings: ColumnType<DeviceSettings | null, string | null, string | null>;
  ordered_at: Date;
  ordered_by: string;
}

/** Nightly backups of a project: when they come next, and the result of the last ones. */
export interface BackupNightTable {
  project_id: number;
  /** Time zone by which `next_at` was computed. */
  time_zone: string;
  next_at: Date;
  last_at: Date | null;
  /** Devices of the last night with a new file, and those whose newest file had the same content. */
  taken: number;
  unchanged: number;
  /** Last time at which an automatic file, of any cause, could not be written; null after the next success. */
  failed_at: Date | null;
  failure: string | null;
  failed_devices: number;
}

export interface BackupPartTable {
  id: string;
  project_id: number;
  device_id: string;
  /** `up` for a part that the device sends, `down` for one that a restoration sends. */
  direction: 'down' | 'up';
  /** Hash of the content, which the device has announced; null before. */
  sha256: string | null;
  /** Null until the device has sent it. */
  content: Buffer | null;
  created_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    backups: BackupTable;
    backup_parts: BackupPartTable;
    backup_nights: BackupNightTable;
    backup_orders: BackupOrderTable;
  }
}
