import { expect, it } from 'vitest';
import { validityOf, VALIDITY_CHOICES } from './validity.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');

it('shows full days as days', () => {
  expect(VALIDITY_CHOICES.map(({ label }) => label)).toEqual([
    '1 hour',
    '8 hours',
    '1 day',
    '3 days',
    '7 days',
    '30 days',
    'Until a date',
    'Permanent',
  ]);
});

it('converts hours, a date and permanent', () => {
  expect(validityOf({ choice: '72', until: '' }, NOW)).toEqual({ kind: 'hours', hours: 72 });
  expect(validityOf({ choice: 'permanent', until: '' }, NOW)).toEqual({ kind: 'permanent' });
  expect(validityOf({ choice: 'until', until: '2031-01-01T00:00Z' }, NOW)).toEqual({
    kind: 'until',
    at: '2031-01-01T00:00:00.000Z',
  });
});

it('rejects missing and past dates', () => {
  expect(validityOf({ choice: 'until', until: '' }, NOW)).toBeUndefined();
  expect(validityOf({ choice: 'until', until: '2029-12-31T00:00Z' }, NOW)).toBeUndefined();
});
