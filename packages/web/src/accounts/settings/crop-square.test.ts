import { expect, it } from 'vitest';
import { computeMiddleSquare, moveSquare, resizeSquare } from './crop-square.ts';

const PICTURE = { width: 300, height: 200 };

it('the first crop is the largest centred square', () => {
  expect(computeMiddleSquare(PICTURE)).toEqual({ x: 50, y: 0, size: 200 });
});

it('a moved square stays inside the picture', () => {
  const square = { x: 50, y: 50, size: 100 };
  expect(moveSquare(square, 20, -10, PICTURE)).toEqual({ x: 70, y: 40, size: 100 });
  expect(moveSquare(square, 999, -999, PICTURE)).toEqual({ x: 200, y: 0, size: 100 });
});

it('a resized square keeps its centre and stays inside the picture', () => {
  expect(resizeSquare({ x: 100, y: 50, size: 100 }, 50, PICTURE)).toEqual({ x: 125, y: 75, size: 50 });
  expect(resizeSquare({ x: 100, y: 50, size: 100 }, 999, PICTURE)).toEqual({ x: 50, y: 0, size: 200 });
  expect(resizeSquare({ x: 100, y: 50, size: 100 }, 1, PICTURE).size).toBe(16);
});
