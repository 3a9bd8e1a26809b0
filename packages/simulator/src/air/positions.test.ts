import { expect, test } from 'vitest';
import { placeInCorridor } from './positions.ts';

test('places are on both sides of a corridor, floor by floor', () => {
  expect(placeInCorridor(0)).toEqual({ x: 2.5, y: 4, floor: 0 });
  expect(placeInCorridor(1)).toEqual({ x: 7.5, y: 14, floor: 0 });
  expect(placeInCorridor(10)).toEqual({ x: 2.5, y: 4, floor: 1 });
});

test('no two devices have the same place', () => {
  const places = Array.from({ length: 500 }, (_, index) => JSON.stringify(placeInCorridor(index)));
  expect(new Set(places).size).toBe(500);
});
