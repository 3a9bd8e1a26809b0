import { expect, it } from 'vitest';
import { validityOf, VALIDITY_CHOICES } from './validity.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');

it('offers hours as days where they are days', () => {
  expect(VALIDITY_CHOICES.map(({ label }) => label)).toEqual([
    '1 hour',
    '8 hours',
    '1 day',
    '3 days',
    '7 days',
    '30 days',
    'Until a date of your choice',
    'Permanent',
  ]);
});

it('says hours, a date or for ever', () => {
  expect(validityOf({ choice: '72', until: '' }, NOW)).toEqual({ kind: 'hours', hours: 72 });
  expect(validityOf({ choice: 'permanent', until: '' }, NOW)).toEqual({ kind: 'permanent' });
  expect(validityOf({ choice: 'until', until: '2031-01-01T00:00Z' }, NOW)).toEqual({
    kind: 'until',
    at: '2031-01-01T00:00:00.000Z',
  });
});

it('knows no date that is missing or past', () => {
  expect(validityOf({ choice: 'until', until: '' }, NOW)).toBeUndefined();
  expect(validityOf({ choice: 'until', until: '2029-12-31T00:00Z' }, NOW)).toBeUndefined();
});
