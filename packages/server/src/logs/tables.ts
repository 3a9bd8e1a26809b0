import type { LogKind, LogRecord } from '@northlight/contract';

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
}

declare module '../platform/db/database.ts' {
  interface Database {
    run_logs: RunLogTable;
  }
}
