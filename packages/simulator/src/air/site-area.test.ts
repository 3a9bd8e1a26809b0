import { expect, test } from 'vitest';
import { findSiteArea } from './site-area.ts';

test('the area of a site is around its devices', () => {
  const positions = [
    { x: 10, y: 20, floor: 2 },
    { x: 30, y: 5, floor: 1 },
    { x: 20, y: 8, floor: 4 },
  ];
  expect(findSiteArea(positions)).toEqual({
    fromX: 6,
    toX: 34,
    fromY: 1,
    toY: 24,
    lowestFloor: 1,
    highestFloor: 4,
  });
});

test('a site without devices is a room', () =>
  expect(findSiteArea([])).toEqual({
    fromX: -4,
    toX: 4,
    fromY: -4,
    toY: 4,
    lowestFloor: 0,
    highestFloor: 0,
  }));
