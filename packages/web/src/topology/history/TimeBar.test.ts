import { expect, test } from 'vitest';
import { findStep } from './TimeBar.tsx';

const parse = (time: string): number => Date.parse(`2026-11-27T${time}:00Z`);
const CHANGES = ['10:00', '08:00', '09:00'].map((time) => ({ at: new Date(parse(time)).toISOString() }));

test.each([
  ['the minute before the latest change', '12:00', -1, '09:59'],
  ['the minute before an earlier change', '09:59', -1, '08:59'],
  ['the begin of the history instead of a time before it', '08:59', -1, '08:00'],
  ['nothing before the begin of the history', '08:00', -1, undefined],
  ['the minute after the next change', '08:30', 1, '09:01'],
  ['nothing after the latest change', '10:01', 1, undefined],
] as const)('a step leads to %s', (_title, at, direction, expected) => {
  const step = findStep(CHANGES, parse(at), direction, parse('08:00'));
  expect(step).toBe(expected && parse(expected));
});
