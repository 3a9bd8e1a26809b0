import type { SiteSpec } from '../spec.ts';
import { hotelSite } from './hotel.ts';
import { meshHouseSite } from './mesh-house.ts';

export { fleetSite } from './fleet.ts';
export { hotelSite, meshHouseSite };

export type SiteKind = 'hotel' | 'mesh-house';

/** The same site for the same seed, always: what the database holds and what runs are one. */
export function describeSite(kind: SiteKind, seed: number): SiteSpec {
  return kind === 'hotel' ? hotelSite(seed) : meshHouseSite(seed);
}
