import { expect, it } from 'vitest';
import { OpenStreams } from './open-streams.ts';

it('lets thirty streams of a session be open, and one more when one has closed', () => {
  const streams = new OpenStreams();
  const open = Array.from({ length: 30 }, () => streams.admit('a', 'n'));
  expect(() => streams.admit('a', 'n')).toThrow('Too many pages are open');
  streams.admit('b', 'n');
  open[0]?.();
  open[0]?.();
  streams.admit('a', 'n');
  expect(() => streams.admit('a', 'n')).toThrow();
});

it('lets six hundred streams of a network be open', () => {
  const streams = new OpenStreams();
  for (let index = 0; index < 600; index++) streams.admit(`s${index}`, 'n');
  expect(() => streams.admit('another', 'n')).toThrow();
  streams.admit('another', 'elsewhere');
});
