import { describe, expect, test } from 'vitest';
import { createTextSearch, parseMacPart } from './search-text.ts';
import { searchText } from './text.ts';

const MAC = '02:f1:e1:00:00:04';

describe('a part of a MAC address', () => {
  test.each([
    [MAC, '02f1e1000004'],
    ['02-F1-E1-00-00-04', '02f1e1000004'],
    ['02f1.e100.0004', '02f1e1000004'],
    ['02f1-e100-0004', '02f1e1000004'],
    ['02F1E1-000004', '02f1e1000004'],
    ['02 f1 e1 00 00 04', '02f1e1000004'],
    ['02.f1.e1.00.00.04', '02f1e1000004'],
    ['02F1E1000004', '02f1e1000004'],
    [' \u00a002-F1-E1\u200b-00-00-04 ', '02f1e1000004'],
    ['02-F', '02f'],
    ['02-', '02'],
    ['-F1-E', 'f1e'],
    ['1:e1:0', '1e10'],
    ['e100.0', 'e1000'],
    ['2f1.e100', '2f1e100'],
    ['f1e', 'f1e'],
  ])('%j has the digits %s', (text, digits) => expect(parseMacPart(text)).toBe(digits));

  test.each([
    '',
    'AP 1',
    'lobby',
    '1',
    '04',
    '192.168.30.1',
    '10.0.0.1',
    '10.20',
    '1.2',
    '1-2',
    '02:f1-e1',
    '02f1e10000045',
    '00:11:22:33:44:55:66',
  ])('%j has none', (text) => expect(parseMacPart(text)).toBeUndefined());
});

describe('a search', () => {
  test.each([
    MAC,
    '02-F1-E1-00-00-04',
    '02f1.e100.0004',
    '02F1E1000004',
    ' 02:f1:e1:00:00:04 ',
    'e1-00',
    'e100.00',
    '1e1000',
    '',
  ])('%j finds the address in any notation', (text) => {
    expect(createTextSearch(text)('AP', MAC)).toBe(true);
    expect(createTextSearch(text)(`A client with ${MAC.toUpperCase().replaceAll(':', '-')} left.`)).toBe(
      true,
    );
  });

  test('ignores upper and lower case in text without a MAC address, and does not join its digits', () => {
    expect(createTextSearch(' LOB ')('Lobby', undefined)).toBe(true);
    expect(createTextSearch('lobby')('Hall', undefined)).toBe(false);
    expect(createTextSearch('1200')('2026-11-28 12:00')).toBe(false);
  });
});

test('a search text has no blanks at its ends', () => {
  expect(searchText(5).parse(' \u200bAP  1\u00a0')).toBe('AP 1');
  expect(searchText(5).safeParse('abcdef').success).toBe(false);
  expect(searchText(5).safeParse('a\0b').success).toBe(false);
});
