import { expect, it } from 'vitest';
import { parseValidity, VALIDITY_CHOICES } from './validity.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');

it('labels validities of whole days in days', () => {
  expect(VALIDITY_CHOICES.map(({ label }) => label)).toEqual([
    '1 h',
    '8 h',
    '1 day',
    '3 days',
    '7 days',
    '30 days',
    'Until a date',
    'Permanent',
  ]);
});

it('converts a number of hours, a date and “permanent” to validities of the API', () => {
  expect(parseValidity({ choice: '72', until: '' }, NOW)).toEqual({ kind: 'hours', hours: 72 });
  expect(parseValidity({ choice: 'permanent', until: '' }, NOW)).toEqual({ kind: 'permanent' });
  expect(parseValidity({ choice: 'until', until: '2031-01-01T00:00Z' }, NOW)).toEqual({
    kind: 'until',
    at: '2031-01-01T00:00:00.000Z',
  });
});

it('rejects missing and past dates', () => {
  expect(parseValidity({ choice: 'until', until: '' }, NOW)).toBeUndefined();
  expect(parseValidity({ choice: 'until', until: '2029-12-31T00:00Z' }, NOW)).toBeUndefined();
});
