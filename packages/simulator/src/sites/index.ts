import type { SiteSpec } from '../spec.ts';
import { createFarmSite } from './farm.ts';
import { createHotelSite } from './hotel.ts';
import { createMeshHouseSite } from './mesh-house.ts';

export { createFleetSite } from './fleet.ts';
export { createOfficeSite } from './office.ts';
export { createFarmSite, createHotelSite, createMeshHouseSite };

export type SiteKind = 'farm' | 'hotel' | 'mesh-house';

const CREATE_SITE: Readonly<Record<SiteKind, (seed: number) => SiteSpec>> = {
  farm: createFarmSite,
  hotel: createHotelSite,
  'mesh-house': createMeshHouseSite,
};

/** Describes a site. The same seed always gives the same site, so that database and simulation match. */
export function describeSite(kind: SiteKind, seed: number): SiteSpec {
  return CREATE_SITE[kind](seed);
}
