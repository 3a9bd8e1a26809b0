import {
  type ExtendedFeature,
  geoArea,
  geoCentroid,
  geoNaturalEarth1,
  geoPath,
  type GeoProjection,
} from 'd3-geo';
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
  /** The countries that it is drawn around. */
  readonly marked: string;
  /** Where a position is drawn, or, without one, the middle of a country's largest part. */
  readonly place: (
    country: string,
    position?: { readonly latitude: number; readonly longitude: number },
  ) => readonly [x: number, y: number] | undefined;
}

interface CountryFeature extends ExtendedFeature {
  readonly properties: { readonly name: string };
}

/** Nearer than this a small country would be all that is seen. */
const NEAREST = 9;

export interface Frame {
  readonly width: number;
  readonly height: number;
}
const WHOLE: Frame = { width: MAP_WIDTH, height: MAP_HEIGHT };

/** The map as paths, and the way from a country's name to a point on it; near around some countries. */
export function drawWorld(atlas: Atlas, around: readonly string[] = [], frame: Frame = WHOLE): World {
  const object = atlas.objects['countries'];
  if (object?.type !== 'GeometryCollection') throw new Error('The atlas has no countries.');
  const all = feature(atlas, object).features as unknown as readonly CountryFeature[];
  const shown = all.filter(({ properties }) => !LEFT_OUT.has(properties.name));
  const collection = { type: 'FeatureCollection' as const, features: [...shown] };
  const { height, width } = frame;
  const projection = geoNaturalEarth1().fitExtent(within(frame, 4), collection);
  const byName = new Map(shown.map((each) => [each.properties.name, each] as const));
  const near = around.flatMap((name) => byName.get(mapName(name)) ?? []);
  approach(projection, near, frame);
  // What is far outside costs time with every frame, and is never seen.
  const path = geoPath(
    projection.clipExtent([
      [-width / 2, -height / 2],
      [width * 1.5, height * 1.5],
    ]),
  ).digits(1);
  return {
    land: path(collection) ?? '',
    marked: path({ type: 'FeatureCollection', features: near }) ?? '',
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

const within = ({ height, width }: Frame, margin: number): [[number, number], [number, number]] => [
  [margin, margin],
  [width - margin, height - margin],
];

/** Brings the largest parts of countries into the frame, with what lies around them. */
function approach(projection: GeoProjection, countries: readonly CountryFeature[], frame: Frame): void {
  if (countries.length === 0) return;
  const { height, width } = frame;
  const whole = projection.scale();
  const features = countries.map(mainland);
  projection.fitExtent(within(frame, 0.12 * Math.min(width, height)), {
    type: 'FeatureCollection',
    features,
  });
  if (projection.scale() <= whole * NEAREST) return;
  // Too near: the same middle, from farther away.
  const middle = projection.invert?.([width / 2, height / 2]);
  if (!middle) return;
  projection.scale(whole * NEAREST).translate([0, 0]);
  const [x, y] = projection(middle) ?? [0, 0];
  projection.translate([width / 2 - x, height / 2 - y]);
}

/** France is drawn in Europe, not between it and Guiana. */
const centre = (country: CountryFeature | undefined): readonly [number, number] | undefined =>
  country && geoCentroid(mainland(country));

function mainland(country: CountryFeature): ExtendedFeature {
  const { geometry } = country;
  if (geometry?.type !== 'MultiPolygon') return country;
  const parts = geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }));
  const largest = parts.reduce((a, b) => (geoArea(b) > geoArea(a) ? b : a));
  return { type: 'Feature', properties: null, geometry: largest };
}
