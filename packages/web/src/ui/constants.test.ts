import { describe, expect, it } from 'vitest';
import { chooseHeadingWeight, MENU_WIDTH, POPUP_TOP, POPUP_WIDTHS } from './constants.ts';

describe('interface constants', () => {
  it('have the sizes of the specification', () => {
    expect([Object.values(POPUP_WIDTHS), MENU_WIDTH, POPUP_TOP]).toEqual([[360, 640, 680], 200, 60]);
  });

  it('make headings bolder on Windows', () => {
    expect(chooseHeadingWeight('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('700');
    expect(chooseHeadingWeight('Mozilla/5.0 (X11; Linux x86_64)')).toBe('650');
  });
});
