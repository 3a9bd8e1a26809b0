import type { RfPlan, RfRunState, RfSettings } from '@northlight/contract';
import type { ColumnType } from 'kysely';
import type { StoredSite } from './stored-site.ts';

type Json<T> = ColumnType<T, string, string>;

export interface RfSettingsTable {
  project_id: number;
  version: number;
  settings: Json<RfSettings>;
}

export interface RfRunTable {
  id: string;
  project_id: number;
  trigger: 'manual' | 'scheduled' | 'auto';
  state: RfRunState;
  started_at: Date;
  started_by: string;
  /** Account whose share of the processor the run uses. */
  requester: string;
  ended_at: Date | null;
  problem: string | null;
  /** Number of ended rounds of the search. */
  rounds: number;
  /** The site as it was at the start. */
  site: Json<StoredSite>;
  /** Version of the configuration at the start. */
  base_version: number;
  /** Option of each radio in the best plan so far, as indices. */
  best: Json<number[]> | null;
  plan: Json<RfPlan> | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    rf_settings: RfSettingsTable;
    rf_runs: RfRunTable;
  }
}
