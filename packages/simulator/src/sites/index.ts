import type { SiteSpec } from '../spec.ts';
import { createHotelSite } from './hotel.ts';
import { createMeshHouseSite } from './mesh-house.ts';

export { createFleetSite } from './fleet.ts';
export { createHotelSite, createMeshHouseSite };

export type SiteKind = 'hotel' | 'mesh-house';

/** Describes a site. The same seed always gives the same site, so that database and simulation match. */
export function describeSite(kind: SiteKind, seed: number): SiteSpec {
  return kind === 'hotel' ? createHotelSite(seed) : createMeshHouseSite(seed);
}
