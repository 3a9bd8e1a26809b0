import { findOwnProperty } from '@northlight/contract';
import {
  type ExtendedFeature,
  geoArea,
  geoCentroid,
  geoNaturalEarth1,
  geoPath,
  type GeoProjection,
} from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { formatMapName, SMALL_COUNTRIES } from './countries.ts';

/** Countries that the map omits, so that the inhabited part fills the frame. */
const EXCLUDED = new Set(['Antarctica', 'Fr. S. Antarctic Lands']);

export type Atlas = Parameters<typeof feature>[0];

export interface WorldMap {
  readonly land: string;
  readonly borders: string;
  /** Outlines of the countries that the map is zoomed to. */
  readonly marked: string;
  /** Returns the map point of a position; without a position, the centre of the country's largest part. */
  readonly place: (
    country: string,
    position?: { readonly latitude: number; readonly longitude: number },
  ) => readonly [x: number, y: number] | undefined;
}

interface CountryFeature extends ExtendedFeature {
  readonly properties: { readonly name: string };
}

/** Default of the maximum zoom, so that the surroundings of small countries are visible. */
const MAX_ZOOM = 9;

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the map as SVG paths, zoomed to the given countries. Also returns the function that maps locations to
 * points.
 */
export function drawWorldMap(
  atlas: Atlas,
  around: readonly string[],
  frame: Frame,
  maxZoom = MAX_ZOOM,
): WorldMap {
  const object = atlas.objects['countries'];
  if (object?.type !== 'GeometryCollection') throw new Error('The atlas has no countries.');
  const all = feature(atlas, object).features as unknown as readonly CountryFeature[];
  const shown = all.filter(({ properties }) => !EXCLUDED.has(properties.name));
  const collection = { type: 'FeatureCollection' as const, features: [...shown] };
  const { height, width } = frame;
  const projection = geoNaturalEarth1().fitExtent(isWithinFrame(frame, 4), collection);
  const byName = new Map(shown.map((each) => [each.properties.name, each] as const));
  const targets = around.flatMap((name) => byName.get(formatMapName(name)) ?? []);
  zoomToCountries(projection, targets, frame, maxZoom);
  // Clips invisible parts, which would slow down rendering.
  const path = geoPath(
    projection.clipExtent([
      [-width / 2, -height / 2],
      [width * 1.5, height * 1.5],
    ]),
  ).digits(1);
  return {
    land: path(collection) ?? '',
    marked: path({ type: 'FeatureCollection', features: targets }) ?? '',
    borders: path(mesh(atlas, object as Parameters<typeof mesh>[1], (a, b) => a !== b)) ?? '',
    place: (country, position) => {
      const lonLat = position
        ? ([position.longitude, position.latitude] as const)
        : (findOwnProperty(SMALL_COUNTRIES, country) ?? computeCentre(byName.get(formatMapName(country))));
      const point = lonLat && projection([lonLat[0], lonLat[1]]);
      return point ?? undefined;
    },
  };
}

const isWithinFrame = ({ height, width }: Frame, margin: number): [[number, number], [number, number]] => [
  [margin, margin],
  [width - margin, height - margin],
];

/** Zooms the projection to the largest parts of the countries, with a margin. */
function zoomToCountries(
  projection: GeoProjection,
  countries: readonly CountryFeature[],
  frame: Frame,
  maxZoom: number,
): void {
  if (countries.length === 0) return;
  const { height, width } = frame;
  const whole = projection.scale();
  const features = countries.map(findMainland);
  projection.fitExtent(isWithinFrame(frame, 0.12 * Math.min(width, height)), {
    type: 'FeatureCollection',
    features,
  });
  if (projection.scale() <= whole * maxZoom) return;
  // Limits the zoom and keeps the centre.
  const middle = projection.invert?.([width / 2, height / 2]);
  if (!middle) return;
  projection.scale(whole * maxZoom).translate([0, 0]);
  const [x, y] = projection(middle) ?? [0, 0];
  projection.translate([width / 2 - x, height / 2 - y]);
}

/** Returns the centre of the largest part, so that France is placed in Europe and not between Europe and Guiana. */
const computeCentre = (country: CountryFeature | undefined): readonly [number, number] | undefined =>
  country && geoCentroid(findMainland(country));

function findMainland(country: CountryFeature): ExtendedFeature {
  const { geometry } = country;
  if (geometry?.type !== 'MultiPolygon') return country;
  const parts = geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }));
  const largest = parts.reduce((a, b) => (geoArea(b) > geoArea(a) ? b : a));
  return { type: 'Feature', properties: null, geometry: largest };
}
