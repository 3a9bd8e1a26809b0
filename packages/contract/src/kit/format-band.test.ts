import { expect, test } from 'vitest';
import { formatBand, formatBands } from './format-band.ts';

test.each([
  ['2.4G', '2.4 GHz'],
  ['5G', '5 GHz'],
  ['5G-2', '5 GHz 2'],
  ['Wired', 'Wired'],
])('formats the band %s as %s', (band, text) => expect(formatBand(band)).toBe(text));

test('joins several bands', () => expect(formatBands(['2.4G', '5G-1'])).toBe('2.4 GHz, 5 GHz 1'));
