import { describe, expect, it } from 'vitest';
import atlas from 'world-atlas/countries-110m.json';
import { countryNames, mapName, SMALL_PLACES } from './countries.ts';

const onMap = new Set(atlas.objects.countries.geometries.map(({ properties }) => properties.name));

describe('countries', () => {
  it('offers every large country under a name that the map knows', () => {
    const lost = countryNames().filter((name) => !onMap.has(mapName(name)) && !(name in SMALL_PLACES));
    // Islands and dwarf states that the map's scale leaves out.
    expect(lost.length).toBeLessThan(30);
    expect(lost).not.toContain('France');
  });

  it('understands codes', () => {
    expect(mapName('PT')).toBe('Portugal');
    expect(mapName('US')).toBe('United States of America');
    expect(mapName('United Kingdom')).toBe('United Kingdom');
  });
});
