import type { AlarmSite } from './alarm-site.ts';
import type { SitePlan } from './site-plan.ts';

export interface Scenario {
  readonly title: string;
  readonly plan?: SitePlan;
  readonly play: (site: AlarmSite) => Promise<unknown>;
  /** All alarms listed at the end, in the format of `AlarmSite.shown`. */
  readonly shows: readonly string[];
}

/** Devices of the default plan: the ones behind the core switch, and all devices. */
export const BEHIND_CORE = ['sw1', 'ap1', 'ap2', 'sw2', 'ap3', 'cam'];
export const ALL_DEVICES = ['gw', 'core', ...BEHIND_CORE];
