import { type BuildingRadio, createRadio } from '@northlight/rf/map';
import type { FloorSignals } from '../../maps/index.ts';
import type { StoredRadio } from './stored-site.ts';

/** A radio of a site on a floor plan. */
interface MapRadio extends BuildingRadio {
  /** Index in the site. */
  readonly index: number;
  /** Power without the gain of its antenna (dBm). */
  readonly transmittedDbm: number;
}

/** Lists the radios of a site on the floors of a building, band by band with those floors. */
export function listMapRadios(
  { floors }: FloorSignals,
  siteRadios: readonly Pick<StoredRadio, 'deviceId' | 'radioId'>[],
): { readonly ofBand: FloorSignals['floors']['ghz5']; readonly radios: readonly MapRadio[] }[] {
  const indices = new Map<string, number>(
    siteRadios.map(({ deviceId, radioId }, index) => [`${deviceId} ${radioId}`, index]),
  );
  return Object.values(floors).map((ofBand) => ({
    ofBand,
    radios: ofBand.flatMap((each, floor) =>
      each.radios.flatMap((source): MapRadio[] => {
        const index = indices.get(source.id);
        return index === undefined
          ? []
          : [{ ...createRadio(source, floor), index, transmittedDbm: source.powerDbm }];
      }),
    ),
  }));
}
