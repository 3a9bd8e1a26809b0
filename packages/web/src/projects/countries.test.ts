import { describe, expect, it } from 'vitest';
import { mapName } from './countries.ts';

describe('countries', () => {
  it('returns the map name of codes and names', () => {
    expect(mapName('PT')).toBe('Portugal');
    expect(mapName('US')).toBe('United States of America');
    expect(mapName('United Kingdom')).toBe('United Kingdom');
  });
});
