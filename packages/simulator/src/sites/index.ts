import type { SiteSpec } from '../spec.ts';
import { hotelSite } from './hotel.ts';
import { meshHouseSite } from './mesh-house.ts';

export { fleetSite } from './fleet.ts';
export { hotelSite, meshHouseSite };

export type SiteKind = 'hotel' | 'mesh-house';

/** Describes a site; the same seed always gives the same site, so that database and simulation match. */
export function describeSite(kind: SiteKind, seed: number): SiteSpec {
  return kind === 'hotel' ? hotelSite(seed) : meshHouseSite(seed);
}
