import { expect, test } from 'vitest';
import { setLength, snapPoint } from './snapping.ts';

const WALLS = [{ x1: 0, y1: 0, x2: 10, y2: 0 }];

test.each([
  ['the end of a wall', { x: 9.9, y: 0.1 }, undefined, { x: 10, y: 0, to: 'corner' }],
  ['a wall', { x: 5.02, y: 0.2 }, undefined, { x: 5.02, y: 0, to: 'wall' }],
  ['a right angle', { x: 20.03, y: 8.4 }, { x: 20, y: 3 }, { x: 20, y: 8.4, to: 'angle' }],
  ['45°', { x: 23, y: 6.1 }, { x: 20, y: 3 }, { x: 23.041, y: 6.041, to: 'angle' }],
  ['the grid', { x: 20.031, y: 8.402 }, { x: 10, y: 3 }, { x: 20.05, y: 8.4, to: undefined }],
])('a point snaps to %s', (_name, point, from, expected) =>
  expect(snapPoint(point, WALLS, { reachM: 0.3, from })).toEqual(expected),
);

test('a wall gets an exact length in its direction', () => {
  expect(setLength({ x: 1, y: 1 }, { x: 4, y: 5 }, 10)).toEqual({ x: 7, y: 9 });
  expect(setLength({ x: 1, y: 1 }, { x: 1, y: 1 }, 2)).toEqual({ x: 3, y: 1 });
});
