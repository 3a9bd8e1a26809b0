import type {
  CommandKind,
  CommandResult,
  ConfigIssue,
  FoundNode,
} from '@northlight/contract/device-protocol';
import type { RowState } from '@northlight/device-plane';
import type { ColumnType, Generated } from 'kysely';

/** A jsonb column: queries return the parsed value, and inserts take JSON text. */
type Json<T> = ColumnType<T, string, string>;

/** A found node with the hash of its claim code (`hashClaimCode`). Claim codes are not stored. */
export interface StoredNode extends FoundNode {
  readonly claimHash: string;
}

export interface StoredResult extends Omit<CommandResult, 'nodes'> {
  readonly nodes?: StoredNode[] | undefined;
}

export interface JobTable {
  id: string;
  project_id: number;
  kind: CommandKind | 'configure';
  title: string;
  created_by: string;
  /** Requester, whose access is checked while rows wait; null for jobs of the system. */
  actor_id: string | null;
  /** Arguments of the command for all devices; a row may have its own. */
  args: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** Cumulative shares of the devices by wave, in per cent; null sends to all at once. */
  waves: Json<number[]> | null;
  /** Number of the last wave that has begun. */
  wave: Generated<number>;
  /** Start of the present wave; null in the first one. */
  wave_at: Date | null;
  /** Time in which a wave of a configuration must be confirmed (s); null for `CANARY_SECONDS`. */
  wave_seconds: number | null;
  retry_of: string | null;
  created_at: Date;
  /** Time before which no device is sent its command; null for a job that starts at once. */
  starts_at: Date | null;
}

export interface JobRowTable {
  id: string;
  job_id: string;
  project_id: number;
  device_id: string;
  device_name: string;
  kind: CommandKind | 'configure';
  rev: number | null;
  state: RowState;
  percent: number | null;
  detail: string | null;
  code: number | null;
  issues: Json<ConfigIssue[]>;
  args: ColumnType<Record<string, unknown>, string | undefined, string>;
  result: Json<StoredResult> | null;
  wave: Generated<number>;
  deadline: Date | null;
  updated_at: Date;
}

export interface RestartScheduleTable {
  id: string;
  project_id: number;
  device_ids: Json<string[]>;
  /** Days of the week, 1 is Monday; an empty list restarts once. */
  weekdays: Json<number[]>;
  /** Time `HH:mm` in the project's time zone. */
  at: string;
  /** Time of the next restart; null after the last one. */
  next_at: Date | null;
  actor_id: string | null;
  created_by: string;
  created_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    jobs: JobTable;
    job_rows: JobRowTable;
    restart_schedules: RestartScheduleTable;
  }
}
