import type { FirmwareChannel } from '@northlight/contract';
import type { ColumnType } from 'kysely';

export interface FirmwareTable {
  id: string;
  /** Project of the file; null for a release, which all projects can use. */
  project_id: number | null;
  /** Prefixes of the models that the file is for. */
  models: ColumnType<string[], string, string>;
  version: string;
  /** Size of the complete file, which `sha256` covers too. */
  size_bytes: number;
  sha256: string;
  notes: string | null;
  /** Channel of a release; null for a project's file. */
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
