import type { LogKind, LogRecord } from '@northlight/contract';
import type { Generated } from 'kysely';

export interface RunLogTable {
  id: string;
  project_id: number;
  at: Date;
  kind: LogKind;
  severity: LogRecord['severity'];
  event: string;
  device_id: string | null;
  device_name: string | null;
  event_id: string | null;
  /** Picture that a camera took at the moment of the event. */
  picture_id: Generated<string | null>;
}

declare module '../platform/db/database.ts' {
  interface Database {
    run_logs: RunLogTable;
  }
}
