import type { RfPlanRow } from '@northlight/contract';
import type { Band } from '@northlight/contract/device-protocol';
import type { Site, SiteRadio } from '@northlight/rf/plan';

/** A site as it was at the start of a run, with what its plan shows of each radio. */
export interface StoredSite extends Site {
  readonly radios: readonly StoredRadio[];
  /** Time at the start of the run (ms). */
  readonly at: number;
}

export interface StoredRadio extends SiteRadio {
  readonly deviceName: string;
  readonly radioId: string;
  readonly band: Band;
  readonly kept?: RfPlanRow['kept'];
}
