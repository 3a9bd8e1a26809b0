import { expect, test } from 'vitest';
import { crossesWall, type Wall } from './walls.ts';

const WALL: Wall = { x1: 5, y1: 0, x2: 5, y2: 10, lossDb: 12 };
const NEXT: Wall = { x1: 5, y1: 10, x2: 5, y2: 20, lossDb: 20 };

test.each([
  ['through the wall', [0, 5, 10, 5], true],
  ['through the wall backwards', [10, 5, 0, 5], true],
  ['diagonally', [0, 0, 10, 10], true],
  ['before the wall', [0, 5, 4, 5], false],
  ['past the end of the wall', [0, 11, 10, 11], false],
  ['along the wall', [5, -5, 5, 15], false],
  ['to a point on the wall', [0, 5, 5, 5], false],
] as const)('a path %s: %s', (_title, [fromX, fromY, toX, toY], expected) => {
  expect(crossesWall({ x: fromX, y: fromY }, { x: toX, y: toY }, WALL)).toBe(expected);
});

test('a path through the joint of two walls crosses one of them', () => {
  const crossed = [WALL, NEXT].filter((wall) => crossesWall({ x: 0, y: 10 }, { x: 10, y: 10 }, wall));
  expect(crossed).toHaveLength(1);
});
