import type { Band } from '@northlight/contract/device-protocol';
import type { Position } from './air/air-site.ts';
import { placeInCorridor } from './air/positions.ts';
import type { AirWall } from './air/wall-loss.ts';
import { WALL_LOSS_DB } from './building/indoor-air.ts';
import { getUsualPower } from './simulated-radios.ts';
import { getCapabilities, type SiteSpec } from './spec.ts';

/** The place of a device with radios, and what its model decides. */
export interface RadioPlace {
  readonly position: Position;
  /** Bands by the ids of the radios. */
  readonly bands: ReadonlyMap<string, Band>;
  /** Powers (dBm) of the radios without a setting, by band. */
  readonly usualPowers: ReadonlyMap<Band, number>;
}

/** Lists the places of a site's devices with radios, by serial number. */
export function listRadioPlaces(spec: SiteSpec): ReadonlyMap<string, RadioPlace> {
  const known = listKnownPlaces(spec);
  let unplaced = 0;
  return new Map(
    [...spec.devices, ...(spec.spares ?? [])].flatMap((device) => {
      const { sn } = device;
      const radios = getCapabilities(device)?.radios ?? [];
      if (radios.length === 0) return [];
      const place: RadioPlace = {
        position: known.get(sn) ?? placeInCorridor(unplaced++),
        bands: new Map(radios.map(({ band, id }) => [id, band])),
        usualPowers: new Map(radios.map((radio) => [radio.band, getUsualPower(radio)])),
      };
      return [[sn, place] as const];
    }),
  );
}

/** Lists the places on the plans of the building, and those of other devices. */
function listKnownPlaces({ building, places = new Map() }: SiteSpec): ReadonlyMap<string, Position> {
  const onPlans = (building?.floors ?? []).flatMap(({ floor, places: placed }) =>
    placed.map(({ sn, x, y }) => [sn, { x, y, floor }] as const),
  );
  return new Map([...places, ...onPlans]);
}

export const listWalls = ({ building }: SiteSpec): AirWall[] =>
  (building?.floors ?? []).flatMap(({ floor, walls }) =>
    walls.map(({ material, x1, x2, y1, y2 }) => ({ floor, x1, y1, x2, y2, lossDb: WALL_LOSS_DB[material] })),
  );
