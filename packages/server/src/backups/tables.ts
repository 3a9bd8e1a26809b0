import type { BackupCause, BackupKind } from '@northlight/contract';

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
  }
}
