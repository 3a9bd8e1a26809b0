import { findOwnProperty } from '@northlight/contract';
import { LRUCache } from 'lru-cache';
import { FORMER_COUNTRY_NAMES } from './former-country-names.ts';
import {
  type CountryBlock,
  type GazetteerPlace,
  type Province,
  readCountries,
  readProvinces,
} from './gazetteer-file.ts';

/** Number of countries that are cached. The countries with the most cities take about 2 MB each. */
const COUNTRIES_CACHED = 4;
/** Maximum number of cities that a search returns. */
const MAX_FOUND = 30;

/** Returns a name for searches: lower case, without accents. */
const foldName = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Looks up countries, provinces and cities by name, in alphabetical order, in an extract of GeoNames (`npm
 * run gazetteer`). Reads no data before the first lookup, and then one country at a time.
 */
export class Gazetteer {
  readonly #file: URL;
  #countries: Promise<readonly CountryBlock[]> | undefined;
  readonly #provinces: LRUCache<string, readonly Province[], CountryBlock>;

  constructor(file = new URL('gazetteer.dat', import.meta.url)) {
    this.#file = file;
    this.#provinces = new LRUCache({
      max: COUNTRIES_CACHED,
      fetchMethod: (_code, _stale, { context }) => readProvinces(this.#file, context),
    });
  }

  async countries(): Promise<readonly GazetteerPlace[]> {
    return this.#blocks();
  }

  /** Returns the provinces of a country; empty when the country is unknown. */
  async provinces(countryName: string): Promise<readonly Province[]> {
    const country = await this.#country(countryName);
    return country ? this.#provinces.forceFetch(country.code, { context: country }) : [];
  }

  /** Returns the cities of a province; empty when the country or the province is unknown. */
  async cities(countryName: string, provinceName: string): Promise<readonly GazetteerPlace[]> {
    const provinces = await this.provinces(countryName);
    return provinces.find(({ name }) => name === provinceName)?.cities ?? [];
  }

  /** Returns cities of a country whose name begins with a text, each with its province. */
  async findCities(countryName: string, search: string): Promise<(GazetteerPlace & { province: string })[]> {
    const wanted = foldName(search);
    const provinces = await this.provinces(countryName);
    return provinces
      .flatMap(({ cities, name: province }) => cities.map((city) => ({ ...city, province })))
      .filter(({ name }) => foldName(name).startsWith(wanted))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))
      .slice(0, MAX_FOUND);
  }

  /**
   * Finds the position of a project: of its city, otherwise of its province or country; undefined without a
   * known country. A city of an unknown province is found if its name is unique in the country: another
   * gazetteer may have named the province differently.
   */
  async locate(location: {
    country: string;
    province: string;
    city: string;
  }): Promise<GazetteerPlace | undefined> {
    const country = await this.#country(location.country);
    if (!country) return undefined;
    const provinces = await this.provinces(country.name);
    const province = provinces.find(({ name }) => name === location.province);
    const [city, ...others] = (province ? [province] : provinces).flatMap(({ cities }) =>
      cities.filter(({ name }) => name === location.city),
    );
    return (others.length === 0 ? city : undefined) ?? province ?? country;
  }

  #blocks(): Promise<readonly CountryBlock[]> {
    this.#countries ??= readCountries(this.#file).catch((error: unknown) => {
      this.#countries = undefined;
      throw error;
    });
    return this.#countries;
  }

  async #country(name: string): Promise<CountryBlock | undefined> {
    const countries = await this.#blocks();
    const code = findOwnProperty(FORMER_COUNTRY_NAMES, name);
    return countries.find((country) => country.name === name || country.code === code);
  }
}
