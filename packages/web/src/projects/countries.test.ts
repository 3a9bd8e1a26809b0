import { describe, expect, it } from 'vitest';
import { formatMapName } from './countries.ts';

describe('countries', () => {
  it('have the names of the map for their codes and English names', () => {
    expect(formatMapName('PT')).toBe('Portugal');
    expect(formatMapName('US')).toBe('United States of America');
    expect(formatMapName('United Kingdom')).toBe('United Kingdom');
  });
});
