import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface KnownCity {
  readonly lat: number;
  readonly lng: number;
  /** Country, ISO 3166-1, two letters. */
  readonly iso2: string;
  readonly timezone: string | null;
}

interface Position {
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

const require = createRequire(import.meta.url);

/**
 * Returns a function that looks up the time zone of a position: that of the nearest city with a known zone,
 * in the same country if possible.
 */
export function createTimeZoneLookup(): (position: Position) => string {
  const all = (
    JSON.parse(readFileSync(require.resolve('city-timezones/data/cityMap.json'), 'utf8')) as KnownCity[]
  ).filter(({ timezone }) => timezone !== null);
  const byCountry = Map.groupBy(all, ({ iso2 }) => iso2);
  return ({ country, latitude, longitude }) => {
    const width = Math.cos((latitude * Math.PI) / 180);
    let [nearest, least] = ['UTC', Number.POSITIVE_INFINITY];
    for (const { lat, lng, timezone } of byCountry.get(country) ?? all) {
      const east = Math.abs(lng - longitude);
      const distance = (lat - latitude) ** 2 + (Math.min(east, 360 - east) * width) ** 2;
      if (timezone !== null && distance < least) [nearest, least] = [timezone, distance];
    }
    return nearest;
  };
}
