import { expect, test } from 'vitest';
import { computePingFigures } from './ping-figures.ts';

test('computes the loss and the round trip times of a ping', () => {
  expect(computePingFigures({ sent: 4, received: 3, roundTripsMs: [8.1, 9.4, 8.52] })).toEqual({
    lost: 1,
    lostPercent: 25,
    times: { min: 8.1, mean: 8.7, max: 9.4 },
  });
});

test('has no times for a ping without an answer', () => {
  expect(computePingFigures({ sent: 4, received: 0, roundTripsMs: [] })).toEqual({
    lost: 4,
    lostPercent: 100,
  });
});
