import type { ProjectContent, SandboxFault } from '@northlight/contract';
import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** Names in the source by names in the sandbox: ids of devices, their MAC addresses, and ids of secrets. */
export type Originals = Readonly<Record<string, string>>;

export interface SandboxUplink {
  readonly upperId: string;
  readonly port: string;
  readonly isCable: boolean;
}

export interface SandboxTable {
  /** The sandbox itself, which is a project. */
  project_id: number;
  source_id: number;
  created_at: Date;
  /** Version of the configuration of the source at the time of the copy. */
  base_version: number;
  /** Configuration of the source at the time of the copy, with the settings of its devices. */
  base: Json<ProjectContent>;
  /** Versions of these settings by device. */
  setting_versions: Json<Readonly<Record<string, number>>>;
  originals: Json<Originals>;
  /** The simulated site; only the package that simulates it knows its form. */
  site: Json<unknown>;
  /** Uplinks at the beginning, by device. */
  uplinks: Json<Readonly<Record<string, SandboxUplink>>>;
  faults: Json<readonly SandboxFault[]>;
  notes: Json<readonly string[]>;
}

declare module '../platform/db/database.ts' {
  interface Database {
    sandboxes: SandboxTable;
  }
}
