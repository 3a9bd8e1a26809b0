import { expect, it } from 'vitest';
import { StreamLimiter } from './stream-limiter.ts';

it('admits 30 streams per session, and another stream after one has closed', () => {
  const streams = new StreamLimiter();
  const open = Array.from({ length: 30 }, () => streams.admit('a', 'n'));
  expect(() => streams.admit('a', 'n')).toThrow('Too many pages are open');
  streams.admit('b', 'n');
  open[0]?.[Symbol.dispose]();
  open[0]?.[Symbol.dispose]();
  streams.admit('a', 'n');
  expect(() => streams.admit('a', 'n')).toThrow();
});

it('admits 600 streams per network', () => {
  const streams = new StreamLimiter();
  for (let index = 0; index < 600; index++) streams.admit(`s${index}`, 'n');
  expect(() => streams.admit('another', 'n')).toThrow();
  streams.admit('another', 'elsewhere');
});
