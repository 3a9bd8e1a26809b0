import { expect, it } from 'vitest';
import { FORMER_COUNTRY_NAMES } from './former-country-names.ts';
import { Gazetteer } from './gazetteer.ts';

const gazetteer = new Gazetteer();
const names = (places: readonly { name: string }[]): string[] => places.map(({ name }) => name);
const sortAlphabetically = (all: readonly string[]): string[] =>
  all.toSorted((a, b) => a.localeCompare(b, 'en-US', { sensitivity: 'base' }));

it('lists countries, provinces and cities in alphabetical order', async () => {
  const countries = names(await gazetteer.countries());
  expect(countries.length).toBeGreaterThan(200);
  expect(countries[0]).toBe('Afghanistan');
  expect(countries).toEqual(sortAlphabetically(countries));
  const provinces = names(await gazetteer.provinces('China'));
  expect(provinces).toEqual(sortAlphabetically(provinces));
  expect(provinces).toContain('Guangdong');
  const cities = names(await gazetteer.cities('China', 'Guangdong'));
  expect(cities).toContain('Shenzhen');
  expect(cities).toEqual(sortAlphabetically(cities));
});

it('has a province and a city for every country, and no city twice in a province', async () => {
  for (const { name: country } of await gazetteer.countries()) {
    const provinces = await gazetteer.provinces(country);
    expect(provinces.length, country).toBeGreaterThan(0);
    expect(new Set(names(provinces)).size, country).toBe(provinces.length);
    for (const { cities, name } of provinces) {
      expect(cities.length, `${country}, ${name}`).toBeGreaterThan(0);
      expect(new Set(names(cities)).size, `${country}, ${name}`).toBe(cities.length);
    }
  }
});

it('finds no provinces or cities for unknown names', async () => {
  expect(await gazetteer.provinces('Atlantis')).toEqual([]);
  expect(await gazetteer.provinces('constructor')).toEqual([]);
  expect(await gazetteer.cities('Portugal', 'Atlantis')).toEqual([]);
  expect(await gazetteer.locate({ country: '', province: '', city: '' })).toBeUndefined();
  expect(await gazetteer.locate({ country: 'Atlantis', province: 'Lisbon', city: 'Lisbon' })).toBeUndefined();
});

it('locates a project by its city, otherwise by its province or country', async () => {
  const locate = async (country: string, province: string, city: string): Promise<string | undefined> =>
    (await gazetteer.locate({ country, province, city }))?.name;
  expect(await locate('Portugal', 'Lisbon', 'Lisbon')).toBe('Lisbon');
  expect(await locate('Portugal', 'Setúbal', 'Atlantis')).toBe('Setúbal');
  expect(await locate('Portugal', '', '')).toBe('Portugal');
  expect(await locate('Portugal', 'Atlantis', 'Setúbal')).toBe('Setúbal');
  // Several cities of the United States have this name.
  expect(await locate('United States', 'Atlantis', 'Springfield')).toBe('United States');
  const lisbon = await gazetteer.locate({ country: 'Portugal', province: 'Lisbon', city: 'Lisbon' });
  expect(lisbon?.latitude).toBeCloseTo(38.72, 1);
  expect(lisbon?.longitude).toBeCloseTo(-9.13, 1);
  const portugal = await gazetteer.locate({ country: 'Portugal', province: '', city: '' });
  expect(portugal?.latitude).toBeCloseTo(39.5, 0);
});

it('finds countries by the names that earlier versions stored', async () => {
  for (const name of Object.keys(FORMER_COUNTRY_NAMES))
    expect(await gazetteer.provinces(name), name).not.toEqual([]);
  expect((await gazetteer.locate({ country: 'Turkey', province: '', city: '' }))?.name).toBe('Türkiye');
});

it('reads the file again after a failed read', async () => {
  const missing = new Gazetteer(new URL('no-such-file.dat', import.meta.url));
  await expect(missing.countries()).rejects.toThrow('ENOENT');
  await expect(missing.countries()).rejects.toThrow('ENOENT');
});

it('returns the time zone of a city, or the most common time zone of a province or country', async () => {
  const timeZone = async (country: string, province = '', city = '') =>
    (await gazetteer.locate({ country, province, city }))?.timeZone;
  expect(await timeZone('Portugal')).toBe('Europe/Lisbon');
  expect(await timeZone('Portugal', 'Azores')).toBe('Atlantic/Azores');
  expect(await timeZone('China')).toBe('Asia/Shanghai');
  expect(await timeZone('United States', 'Arizona', 'Phoenix')).toBe('America/Phoenix');
  expect(await timeZone('United States', 'Hawaii', 'Honolulu')).toBe('Pacific/Honolulu');
  expect(await timeZone('Indonesia', 'Papua', 'Jayapura')).toBe('Asia/Jayapura');
  for (const { name, timeZone: zone } of await gazetteer.countries())
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone }), name).not.toThrow();
});

it('finds cities of a country by the beginning of their names, without accents', async () => {
  const found = await gazetteer.findCities('Portugal', 'SETUB');
  expect(found).toMatchObject([{ name: 'Setúbal', province: 'Setúbal', timeZone: 'Europe/Lisbon' }]);
  expect(await gazetteer.findCities('Portugal', 'xyz')).toEqual([]);
  expect((await gazetteer.findCities('Germany', 'b')).length).toBe(30);
});
