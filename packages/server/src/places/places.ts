import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

export interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

interface CodedPlace extends Place {
  readonly code: string;
}

interface AssetRow {
  readonly name: string;
  readonly isoCode: string;
  readonly countryCode?: string;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

const require = createRequire(import.meta.url);
const CITIES_KEPT = 32;
const inOrder = new Intl.Collator('en-US', { sensitivity: 'base' });

/** The world's countries, provinces and cities by name (npm country-state-city), in the order of letters. */
export class Places {
  #countries: readonly CodedPlace[] | undefined;
  readonly #provinces = new Map<string, readonly CodedPlace[]>();
  readonly #cities = new Map<string, Promise<readonly Place[]>>();

  countries(): readonly CodedPlace[] {
    this.#countries ??= sorted(assets('country').map(coded));
    return this.#countries;
  }

  provinces(country: string): readonly CodedPlace[] {
    const code = this.#code(country);
    if (code === undefined) return [];
    const known = this.#provinces.get(code);
    if (known) return known;
    const found = sorted(
      assets('state')
        .filter((row) => row.countryCode === code)
        .map(coded),
    );
    this.#provinces.set(code, found);
    return found;
  }

  cities(country: string, province: string): Promise<readonly Place[]> {
    const code = this.#code(country);
    const part = this.provinces(country).find(({ name }) => name === province)?.code;
    if (code === undefined || part === undefined) return Promise.resolve([]);
    const key = `${code}/${part}`;
    const known = this.#cities.get(key) ?? readCities(code, part);
    this.#cities.delete(key);
    this.#cities.set(key, known);
    if (this.#cities.size > CITIES_KEPT) this.#cities.delete(this.#cities.keys().next().value ?? '');
    known.catch(() => this.#cities.delete(key));
    return known;
  }

  /** Where a project is, as exactly as its words say; undefined when they name no known place. */
  async locate(place: { country: string; province: string; city: string }): Promise<Place | undefined> {
    const country = this.countries().find(({ name }) => name === place.country);
    if (!country) return undefined;
    const province = this.provinces(place.country).find(({ name }) => name === place.province);
    if (!province) return country;
    return (
      (await this.cities(place.country, place.province)).find(({ name }) => name === place.city) ?? province
    );
  }

  #code(country: string): string | undefined {
    return this.countries().find(({ name }) => name === country)?.code;
  }
}

const assets = (name: 'country' | 'state'): readonly AssetRow[] =>
  require(`country-state-city/lib/assets/${name}.json`) as readonly AssetRow[];

const coded = ({ name, isoCode, latitude, longitude }: AssetRow): CodedPlace => ({
  name,
  code: isoCode,
  latitude: Number(latitude),
  longitude: Number(longitude),
});

const sorted = <T extends Place>(places: readonly T[]): readonly T[] =>
  places.toSorted((a, b) => inOrder.compare(a.name, b.name));

async function readCities(country: string, province: string): Promise<readonly Place[]> {
  const worker = new Worker(new URL('cities-worker.ts', import.meta.url), {
    workerData: { country, province },
  });
  const [places] = (await once(worker, 'message')) as [Place[]];
  return sorted(places);
}
