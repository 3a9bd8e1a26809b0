/** A block of packed columns of one series and metric group. */
interface Block {
  series_id: string;
  metric_group: number;
  body: Buffer;
}

export interface TelemetryHourTable extends Block {
  hour: Date;
}

export interface TelemetryDayTable extends Block {
  day: Date;
}

export interface TelemetryRollUpTable extends Block {
  month: Date;
}

/** One row: the minute until which reports are counted. */
export interface TelemetryCountingTable {
  minute: Date;
}

/** A report as received, before packing. */
export interface TelemetryHotTable {
  device_id: string;
  project_id: number;
  kind: number;
  sampled_at: Date;
  received_at: Date;
  body: Buffer;
}

export interface TelemetryPartitionTable {
  name: string;
  parent: string;
  starts_at: Date;
  ends_at: Date;
}

/** Stores how far the written history of a project reaches back. */
export interface TelemetryBackfillTable {
  project_id: number;
  ends_at: Date;
  stored_from: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    telemetry_hot: TelemetryHotTable;
    telemetry_hours: TelemetryHourTable;
    telemetry_days: TelemetryDayTable;
    telemetry_roll_ups: TelemetryRollUpTable;
    telemetry_partitions: TelemetryPartitionTable;
    telemetry_counting: TelemetryCountingTable;
    telemetry_backfills: TelemetryBackfillTable;
  }
}
