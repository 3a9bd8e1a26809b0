import { expect, it } from 'vitest';
import { isWithin } from './ranges.ts';

const NOW = Date.parse('2030-06-30T00:00:00Z');

it('includes projects created within the range', () => {
  expect(isWithin('2030-06-20T00:00:00Z', '15d', NOW)).toBe(true);
  expect(isWithin('2030-06-10T00:00:00Z', '15d', NOW)).toBe(false);
  expect(isWithin('2029-07-10T00:00:00Z', '1y', NOW)).toBe(true);
});

it('includes all projects if the range is missing or unknown', () => {
  expect(isWithin('1999-01-01T00:00:00Z', undefined, NOW)).toBe(true);
  expect(isWithin('1999-01-01T00:00:00Z', 'other', NOW)).toBe(true);
});
