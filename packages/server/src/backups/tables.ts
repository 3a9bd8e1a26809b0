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

declare module '../platform/db/database.ts' {
  interface Database {
    backups: BackupTable;
  }
}
