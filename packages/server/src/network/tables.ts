import type { DeviceSettings, NetworkConfig } from '@northlight/contract';
import type { ColumnType } from 'kysely';

type StoredConfig = ColumnType<NetworkConfig, string, string>;

export interface NetworkConfigTable {
  project_id: number;
  version: number;
  config: StoredConfig;
  changed_by: string;
  changed_at: Date;
}

export interface NetworkHistoryTable extends NetworkConfigTable {
  title: string;
  job_id: string | null;
}

export interface NetworkDraftTable {
  project_id: number;
  account_id: string;
  version: number;
  base_version: number;
  base: StoredConfig;
  config: StoredConfig;
  /** Number of changes between `base` and `config`. */
  changes: number;
  updated_at: Date;
}

export interface NetworkEditorTable {
  project_id: number;
  account_id: string;
  seen_at: Date;
}

export interface NetworkSecretTable {
  id: string;
  project_id: number;
  sealed: Buffer;
  /** True if an applied configuration contains the id of the secret; otherwise only drafts do. */
  applied: boolean;
  created_at: Date;
}

export interface DeviceSettingsTable {
  device_id: string;
  project_id: number;
  version: number;
  settings: ColumnType<DeviceSettings, string, string>;
  changed_by: string;
  changed_at: Date;
}

declare module '../platform/db/database.ts' {
  interface Database {
    network_configs: NetworkConfigTable;
    network_history: NetworkHistoryTable;
    network_drafts: NetworkDraftTable;
    network_editors: NetworkEditorTable;
    network_secrets: NetworkSecretTable;
    device_settings: DeviceSettingsTable;
  }
}
