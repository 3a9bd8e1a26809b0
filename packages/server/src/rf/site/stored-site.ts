import type { RfPlanRow } from '@northlight/contract';
import type { Band } from '@northlight/contract/device-protocol';
import type { Site, SiteRadio } from '@northlight/rf/plan';
import type { StoredPlaces } from './stored-places.ts';

/** A site as it was at the start of a run, with what its plan shows of each radio. */
export interface StoredSite extends Site {
  readonly radios: readonly StoredRadio[];
  /** Time at the start of the run (ms). */
  readonly at: number;
  /** Places whose coverage the plan keeps; absent if none are known, and in runs that no user has started. */
  readonly places?: StoredPlaces;
}

export interface StoredRadio extends SiteRadio {
  readonly deviceName: string;
  readonly radioId: string;
  readonly band: Band;
  readonly kept?: RfPlanRow['kept'];
  /** Power without a plan (dBm), from which the plan may lower it; absent for a radio that keeps its power. */
  readonly mostDbm?: number;
}
