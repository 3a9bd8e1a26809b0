import type { ConfigChange, DeviceSettings, NetworkConfig } from '@northlight/contract';
import type { ColumnType } from 'kysely';

type StoredConfig = ColumnType<NetworkConfig, string, string>;

export interface NetworkConfigTable {
  project_id: number;
  version: number;
  config: StoredConfig;
  changed_by: string;
  changed_at: Date;
}

/** Applied version of the configuration of a project. */
export interface NetworkHistoryTable extends Omit<NetworkConfigTable, 'config'> {
  /** Null for a version that changed the settings of devices alone. */
  config: ColumnType<NetworkConfig | null, string | null, string | null>;
  /** Devices whose own settings the version changed; null for none. */
  device_changes: ColumnType<AppliedDevice[] | null, string | null, string | null>;
  title: string;
  job_id: string | null;
}

/** Change of the settings of one device. */
export interface AppliedDevice {
  readonly deviceId: string;
  readonly before: DeviceSettings;
  readonly after: DeviceSettings;
  /** Lines of the review, as they were when the version was applied. */
  readonly changes: readonly ConfigChange[];
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
    network_editors: NetworkEditorTable;
    network_secrets: NetworkSecretTable;
    device_settings: DeviceSettingsTable;
  }
}
