import { type ExtendedFeature, geoArea, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { mapName, SMALL_PLACES } from './countries.ts';

export const MAP_WIDTH = 960;
export const MAP_HEIGHT = 440;
/** Without Antarctica the inhabited part fills the frame. */
const LEFT_OUT = new Set(['Antarctica', 'Fr. S. Antarctic Lands']);

export type Atlas = Parameters<typeof feature>[0];

export interface World {
  readonly land: string;
  readonly borders: string;
  /** Where a position is drawn, or, without one, the middle of a country's largest part. */
  readonly place: (
    country: string,
    position?: { readonly latitude: number; readonly longitude: number },
  ) => readonly [x: number, y: number] | undefined;
}

interface CountryFeature extends ExtendedFeature {
  readonly properties: { readonly name: string };
}

/** The map as two paths, and the way from a country's name to a point on it. */
export function drawWorld(atlas: Atlas): World {
  const object = atlas.objects['countries'];
  if (object?.type !== 'GeometryCollection') throw new Error('The atlas has no countries.');
  const all = feature(atlas, object).features as unknown as readonly CountryFeature[];
  const shown = all.filter(({ properties }) => !LEFT_OUT.has(properties.name));
  const collection = { type: 'FeatureCollection' as const, features: [...shown] };
  const projection = geoNaturalEarth1().fitExtent(
    [
      [4, 4],
      [MAP_WIDTH - 4, MAP_HEIGHT - 4],
    ],
    collection,
  );
  const path = geoPath(projection).digits(1);
  const byName = new Map(shown.map((each) => [each.properties.name, each] as const));
  return {
    land: path(collection) ?? '',
    borders: path(mesh(atlas, object as Parameters<typeof mesh>[1], (a, b) => a !== b)) ?? '',
    place: (country, position) => {
      const lonLat = position
        ? ([position.longitude, position.latitude] as const)
        : (SMALL_PLACES[country] ?? centre(byName.get(mapName(country))));
      const point = lonLat && projection([lonLat[0], lonLat[1]]);
      return point ?? undefined;
    },
  };
}

/** France is drawn in Europe, not between it and Guiana. */
function centre(country: CountryFeature | undefined): readonly [number, number] | undefined {
  if (!country) return undefined;
  const { geometry } = country;
  if (geometry?.type !== 'MultiPolygon') return geoCentroid(country);
  const parts = geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }));
  const largest = parts.reduce((a, b) => (geoArea(b) > geoArea(a) ? b : a));
  return geoCentroid(largest);
}
