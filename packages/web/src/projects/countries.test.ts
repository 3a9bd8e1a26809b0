import { describe, expect, it } from 'vitest';
import { formatMapName } from './countries.ts';

describe('countries', () => {
  it('returns the map name of codes and names', () => {
    expect(formatMapName('PT')).toBe('Portugal');
    expect(formatMapName('US')).toBe('United States of America');
    expect(formatMapName('United Kingdom')).toBe('United Kingdom');
  });
});
