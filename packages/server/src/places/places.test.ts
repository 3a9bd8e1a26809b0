import { expect, it } from 'vitest';
import { Places } from './places.ts';

const places = new Places();

it('lists countries, provinces and cities in the order of letters', async () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  const countries = names(places.countries());
  expect(countries.length).toBeGreaterThan(200);
  expect(countries[0]).toBe('Afghanistan');
  const chinese = names(places.provinces('China'));
  expect(chinese).toEqual(chinese.toSorted((a, b) => a.localeCompare(b, 'en-US')));
  expect(chinese).toContain('Guangdong');
  const cities = names(await places.cities('China', 'Guangdong'));
  expect(cities).toContain('Shenzhen');
  expect(cities).toEqual(cities.toSorted((a, b) => a.localeCompare(b, 'en-US', { sensitivity: 'base' })));
});

it('knows nothing of places that are not there', async () => {
  expect(places.provinces('Atlantis')).toEqual([]);
  expect(await places.cities('Portugal', 'Atlantis')).toEqual([]);
  expect(await places.locate({ country: '', province: '', city: '' })).toBeUndefined();
});

it('places a project as exactly as its words say', async () => {
  const lisbon = await places.locate({ country: 'Portugal', province: 'Lisbon', city: 'Lisbon' });
  expect(lisbon?.latitude).toBeCloseTo(38.7, 0);
  const country = await places.locate({ country: 'Portugal', province: '', city: 'Lisbon' });
  expect(country?.latitude).toBeCloseTo(39.5, 0);
});
