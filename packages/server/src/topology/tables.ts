import type { ColumnType } from 'kysely';

export interface TopologyReportTable {
  device_id: string;
  /** Learned addresses of the last 24 h, newest first: see `LearnedAddress`. */
  addresses: ColumnType<unknown[], string, string>;
  /** Time of the latest report. */
  reported_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    topology_reports: TopologyReportTable;
  }
}
