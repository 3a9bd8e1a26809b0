import { expect, it } from 'vitest';
import { isCreatedWithin } from './ranges.ts';

const NOW = Date.parse('2030-06-30T00:00:00Z');

it('includes projects created within the range', () => {
  expect(isCreatedWithin('2030-06-20T00:00:00Z', '15d', NOW)).toBe(true);
  expect(isCreatedWithin('2030-06-10T00:00:00Z', '15d', NOW)).toBe(false);
  expect(isCreatedWithin('2029-07-10T00:00:00Z', '1y', NOW)).toBe(true);
});

it('includes all projects if the range is missing or unknown', () => {
  expect(isCreatedWithin('1999-01-01T00:00:00Z', undefined, NOW)).toBe(true);
  expect(isCreatedWithin('1999-01-01T00:00:00Z', 'other', NOW)).toBe(true);
});
