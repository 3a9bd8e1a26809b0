import type { FirmwareChannel } from '@northlight/contract';
import type { ColumnType } from 'kysely';

export interface FirmwareTable {
  id: string;
  /** Null: a release for everybody. */
  project_id: number | null;
  /** Prefixes. */
  models: ColumnType<string[], string, string>;
  version: string;
  /** Of the whole file, as `sha256`. */
  size_bytes: number;
  sha256: string;
  notes: string | null;
  /** Of a release. */
  channel: FirmwareChannel | null;
  file_id: string;
  uploaded_by: string;
  uploaded_at: Date;
}

export interface FirmwareChannelTable {
  project_id: number;
  model: string;
  channel: FirmwareChannel;
}

declare module '../platform/db/database.ts' {
  interface Database {
    firmware: FirmwareTable;
    firmware_channels: FirmwareChannelTable;
  }
}
