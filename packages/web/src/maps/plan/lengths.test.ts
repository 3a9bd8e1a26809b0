import { describe, expect, test } from 'vitest';
import { formatLength, parseFeet } from './lengths.ts';

describe('a length in feet', () => {
  test.each([
    ['13\' 9"', 4.191],
    ['13 ft 9 in', 4.191],
    ['13ft9in', 4.191],
    ['13\'-9"', 4.191],
    ['13’ 9”', 4.191],
    ['13\' 9 1/2"', 4.2037],
    ['13.75', 4.191],
    ["13'", 3.9624],
    ['13 feet', 3.9624],
    ['165"', 4.191],
    ['6 1/2 in', 0.1651],
    ['1/2"', 0.0127],
    ['4.2 m', 4.2],
    ['4,2 m', 4.2],
    ['420 cm', 4.2],
  ])('is read from %s', (text, metres) => expect(parseFeet(text)).toBeCloseTo(metres, 4));

  test.each(['', 'abc', "13' 9", '-3', "1/0'", '13 yd', '9" 13\''])('is not read from %j', (text) =>
    expect(parseFeet(text)).toBeUndefined(),
  );

  test.each([
    [4.191, '13 ft 9 in'],
    [3.9624, '13 ft'],
    [0, '0 ft'],
    [-1.5, '−4 ft 11 in'],
    [3.65, '12 ft'],
  ])('%d m is shown as %s', (metres, text) => expect(formatLength(metres, 'ft')).toBe(text));
});

test.each([
  [4.2, '4.20 m'],
  [42, '42.0 m'],
])('%d m is shown as %s', (metres, text) => expect(formatLength(metres, 'm')).toBe(text));
