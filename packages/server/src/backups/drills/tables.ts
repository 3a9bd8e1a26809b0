import type { RestoreDrill } from '@northlight/contract';
import type { ColumnType } from 'kysely';

export type DrillResult = NonNullable<RestoreDrill['last']>['result'];

/** The restore drill of a project that runs, and the result of the last one. */
export interface BackupDrillTable {
  project_id: number;
  /** Sandbox in which the backup is being restored; null while no drill runs. */
  sandbox_id: number | null;
  started_at: Date | null;
  backup_id: string | null;
  /** Backup and device of the drill that runs, otherwise of the last one. */
  backup_name: ColumnType<string, string | undefined, string>;
  device_name: ColumnType<string, string | undefined, string>;
  last_at: Date | null;
  result: DrillResult | null;
  /** Number of settings that the simulated device has confirmed. */
  settings: ColumnType<number, number | undefined, number>;
  findings: ColumnType<readonly string[], string | undefined, string>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    backup_drills: BackupDrillTable;
  }
}
