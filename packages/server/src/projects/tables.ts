import type { ScreenLayout } from '@northlight/contract';
import type { PasswordVerifier } from '@northlight/runtime';
import type { ColumnType, RawBuilder } from 'kysely';

export interface ProjectTable {
  id: number;
  /** Owner of the project; null for the demos, which belong to the installation. */
  owner_id: string | null;
  name: string;
  /** Name in its normal form, which is unique per owner. */
  name_key: string;
  scenario: string;
  net_mode: number;
  country: string;
  province: string;
  city: string;
  address: string;
  time_zone: string;
  type_flag: number;
  /** The project's key, wrapped with the server's key. */
  secret_key: Buffer;
  device_password: Buffer;
  /** Verifier of the device password; null in older projects until its first use. */
  device_verifier: ColumnType<PasswordVerifier | null, string | null, string | null | RawBuilder<unknown>>;
  /** Number of days for which logs are kept. */
  log_days: ColumnType<7 | 30 | 90 | 180, number | undefined, number>;
  created_at: Date;
  /** Expiry of a demo copy; null for other projects. */
  expires_at: Date | null;
  /**
   * Time at which the owner deleted the project. The project is hidden at once, and permanently deleted after
   * the undo window.
   */
  deleted_at: Date | null;
  /** Id of the demo that was copied; null for other projects. */
  copy_of: number | null;
  /** Latitude in degrees; null when the location is unknown. */
  latitude: number | null;
  longitude: number | null;
}

/** Private marks of a project, set by one account. */
export interface ProjectMarkTable {
  account_id: string;
  project_id: number;
  favourite: boolean;
  tags: ColumnType<readonly string[], string, string>;
}

/** Custom scenarios of an account, in addition to the ten predefined ones. */
export interface CustomScenarioTable {
  id: string;
  account_id: string;
  name: string;
  name_key: string;
  created_at: Date;
}

/** Layout of an account's data screen. */
export interface ScreenLayoutTable {
  account_id: string;
  layout: ColumnType<ScreenLayout, string, string>;
}

declare module '../platform/db/database.ts' {
  interface Database {
    projects: ProjectTable;
    project_marks: ProjectMarkTable;
    custom_scenarios: CustomScenarioTable;
    screen_layouts: ScreenLayoutTable;
  }
}
