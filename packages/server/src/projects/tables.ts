import type { ScreenLayout } from '@northlight/contract';
import type { PasswordVerifier } from '@northlight/runtime';
import type { ColumnType, RawBuilder } from 'kysely';

export interface ProjectTable {
  id: number;
  /** Null for the demos that belong to the installation. */
  owner_id: string | null;
  name: string;
  /** Normal form of the name: unique per owner. */
  name_key: string;
  scenario: string;
  net_mode: number;
  country: string;
  province: string;
  city: string;
  address: string;
  time_zone: string;
  type_flag: number;
  /** The project's own key, wrapped by the server's. */
  secret_key: Buffer;
  device_password: Buffer;
  /** What devices check it with; null until it was asked for. */
  device_verifier: ColumnType<PasswordVerifier | null, string | null, string | null | RawBuilder<unknown>>;
  /** How many days its logs are kept. */
  log_days: ColumnType<7 | 30 | 90 | 180, number | undefined, number>;
  created_at: Date;
  /** End of life of a demo copy. */
  expires_at: Date | null;
  /** Deleted by its owner: hidden at once, gone for good when the undo window is over. */
  deleted_at: Date | null;
  /** Which demo a copy was made of. */
  copy_of: number | null;
  /** Degrees; null when the place is not known. */
  latitude: number | null;
  longitude: number | null;
}

/** What one account keeps about a project for itself. */
export interface ProjectMarkTable {
  account_id: string;
  project_id: number;
  favourite: boolean;
  tags: ColumnType<readonly string[], string, string>;
}

/** Scenarios that an account added to the ten that everybody has. */
export interface CustomScenarioTable {
  id: string;
  account_id: string;
  name: string;
  name_key: string;
  created_at: Date;
}

/** What an account wants to see on its data screen. */
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
