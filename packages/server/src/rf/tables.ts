import type {
  RadioSetting,
  RfApplication,
  RfPlan,
  RfRadioChannel,
  RfRadioKey,
  RfRunState,
  RfSelection,
  RfSettings,
} from '@northlight/contract';
import type { ColumnType, Generated } from 'kysely';
import type { ComparedLoss, SiteLoss } from './measure/site-loss.ts';
import type { SiteDevice } from './site/site-devices.ts';
import type { StoredSite } from './site/stored-site.ts';

type Json<T> = ColumnType<T, string, string>;

export interface RfSettingsTable {
  project_id: number;
  version: number;
  settings: Json<RfSettings>;
  /** Account that saved them, with whose rights scheduled plans are applied; null for none. */
  actor_id: string | null;
  /** Time of the next scheduled optimization; null without a schedule. */
  next_at: Date | null;
  /** Time from which an automatic optimization may start. */
  auto_at: Date | null;
}

/** Values that a plan sets at a radio; an absent part stays. */
export interface RadioTarget extends RfRadioChannel {
  readonly power?: Pick<RadioSetting, 'loweredFromDbm' | 'powerDbm'>;
  readonly off?: boolean;
}

/** A radio that a plan has changed. */
export interface ChangedRadio extends RfRadioKey {
  readonly before: RadioTarget;
  readonly after: RadioTarget;
}

/** How a plan is applied, with what is needed to return to the channels before it. */
export interface StoredApplication extends RfApplication {
  /** Account with whose rights it is applied. */
  readonly actorId: string;
  readonly radios: readonly ChangedRadio[];
}

/** Airtime that others used at a radio before and after a plan, at the same hours. */
export interface MeasuredRadio extends RfRadioKey {
  /** Mean of each hour of the day (UTC) in the week before; null without a report. */
  readonly hours: readonly (number | null)[];
  /** Sums over the windows since the plan that have both. */
  readonly before: number;
  readonly after: number;
  readonly windows: number;
}

/** Measurement of a site before and after a plan. */
export interface StoredMeasurement {
  readonly history: readonly SiteLoss[];
  readonly windows: readonly ComparedLoss[];
  /** Start of the next window to measure (ms). */
  readonly next: number;
  readonly radios: readonly MeasuredRadio[];
}

export interface RfRunTable {
  id: string;
  project_id: number;
  trigger: 'manual' | 'scheduled' | 'auto';
  cause: string | null;
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
  /** Whether the plan of a run that no user has started is applied; null for other runs. */
  is_worthwhile: boolean | null;
  selection: ColumnType<RfSelection, string | undefined, string>;
  /** Number of the last change of the selection. */
  revision: Generated<number>;
  /** The plan as selected; null for the whole plan. */
  selected: Json<RfPlan> | null;
  /** Quiet hour for which the plan waits; null if it does not wait. */
  apply_at: Date | null;
  application: Json<StoredApplication> | null;
  measurement: Json<StoredMeasurement> | null;
  /** Time of the next measurement of an applied plan; null before and after. */
  measure_at: Date | null;
}

/** A network and a channel of a kept scan; texts of the network are not needed. */
type KeptNetwork = Omit<SiteDevice['networks'][number], 'security' | 'ssid'>;

export interface RfScanTable {
  project_id: number;
  device_id: string;
  at: Date;
  networks: Json<readonly KeptNetwork[]>;
  channels: Json<SiteDevice['channels']>;
}

declare module '../platform/db/database.ts' {
  interface Database {
    rf_settings: RfSettingsTable;
    rf_runs: RfRunTable;
    rf_scans: RfScanTable;
  }
}
