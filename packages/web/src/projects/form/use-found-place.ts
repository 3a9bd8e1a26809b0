import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../../kit/api/index.ts';
import { getBrowserTimeZone } from './place-time-zone.ts';

const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;
/** Minimum length of a search text; shorter texts match too many cities. */
const SEARCH_MIN = 2;
const SEARCH_DELAY_MS = 150;

export interface FoundPlace {
  readonly countryNames: readonly string[];
  /** Names of the cities that begin with the entered text. */
  readonly cityNames: readonly string[];
  /** Province of the entered city; empty for an unknown city. */
  readonly province: string;
  /** Time zone of the city; if unknown, that of the country, otherwise of the browser. */
  readonly timeZone: string;
}

/** Returns the location that matches an entered country and city. */
export function useFoundPlace({ country, city }: { country: string; city: string }): FoundPlace {
  const countries = useQuery({ ...createQuery('placeList', { query: {} }), ...FOREVER }).data?.items ?? [];
  const [search] = useDebouncedValue(city.trim(), SEARCH_DELAY_MS);
  const { data } = useQuery({
    ...createQuery('placeList', { query: { country, search } }),
    ...FOREVER,
    enabled: country !== '' && search.length >= SEARCH_MIN,
  });
  const cities = data?.items ?? [];
  const match = cities.find(({ name }) => name.toLowerCase() === city.trim().toLowerCase());
  const known = countries.find(({ name }) => name === country);
  return {
    countryNames: [...new Set(countries.map(({ name }) => name))],
    cityNames: [...new Set(cities.map(({ name }) => name))],
    province: match?.province ?? '',
    timeZone: match?.timeZone ?? known?.timeZone ?? getBrowserTimeZone(),
  };
}
