import { describe, expect, it } from 'vitest';
import { formatMapName } from './countries.ts';

describe('formatMapName', () => {
  it('converts a country’s code or English name to its name on the map', () => {
    expect(formatMapName('PT')).toBe('Portugal');
    expect(formatMapName('US')).toBe('United States of America');
    expect(formatMapName('United Kingdom')).toBe('United Kingdom');
  });
});
