import type { AlarmSite, SitePlan } from './alarm-site.ts';

export interface Story {
  readonly title: string;
  readonly plan?: SitePlan;
  readonly play: (site: AlarmSite) => Promise<unknown>;
  /** What the list shows at the end, and nothing else. */
  readonly shows: readonly string[];
}

/** Devices of the usual site: those behind its core switch, and every one. */
export const below = ['sw1', 'ap1', 'ap2', 'sw2', 'ap3', 'cam'];
export const all = ['gw', 'core', ...below];
