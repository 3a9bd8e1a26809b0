import { expect, test } from 'vitest';
import { checkAccuracy, type Survey } from './accuracy.ts';
import { computeFreeSpaceLoss, saturateWallLoss } from './path-loss.ts';

const WALL = { x1: 5, y1: -50, x2: 5, y2: 50, lossDb: 20 };
const LIMIT_DB = 14;
const radio = (accessPoint: string, y: number) => ({ accessPoint, band: '5', x: 0, y, frequencyMhz: 5220 });
/** Returns the signal of a radio of 20 dBm that the model predicts. */
const predict = (x: number, offsetDb: number, hasWall: boolean): number =>
  20 +
  offsetDb -
  computeFreeSpaceLoss(Math.hypot(x, 1.5), 5220) -
  (hasWall ? saturateWallLoss(20, LIMIT_DB) : 0);
const measure = (accessPoint: string, y: number, x: number, offsetDb = 0) => ({
  accessPoint,
  band: '5',
  x,
  y,
  signalDbm: predict(x, offsetDb, x > 5),
});

test('a building that follows the model has no error', () => {
  const survey: Survey = {
    walls: [WALL],
    radios: [radio('A', 0), radio('B', 10)],
    measurements: [measure('A', 0, 3), measure('A', 0, 8), measure('B', 10, 4), measure('B', 10, 9)],
  };
  const [found] = checkAccuracy(survey, 1.5, LIMIT_DB);
  expect(found).toMatchObject({ band: '5', count: 4 });
  expect(found?.rmseDb).toBeCloseTo(0, 6);
  expect(found?.byWalls.map(({ count, walls }) => [walls, count])).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test('rates an access point by the levels of its neighbours', () => {
  const survey: Survey = {
    walls: [],
    radios: [radio('A', 0), radio('B', 10)],
    measurements: [measure('A', 0, 3), measure('A', 0, 4), measure('B', 10, 3, -6)],
  };
  // The levels of A and B differ by 6 dB, which is the error of each.
  const [found] = checkAccuracy(survey, 1.5, LIMIT_DB);
  expect(found?.rmseDb).toBeCloseTo(6, 6);
  expect(found?.medianDb).toBeCloseTo(-6, 6);
});
