import { describe, expect, it } from 'vitest';
import { chooseHeadingWeight } from './constants.ts';

describe('interface constants', () => {
  it('make headings bolder on Windows', () => {
    expect(chooseHeadingWeight('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('700');
    expect(chooseHeadingWeight('Mozilla/5.0 (X11; Linux x86_64)')).toBe('650');
  });
});
