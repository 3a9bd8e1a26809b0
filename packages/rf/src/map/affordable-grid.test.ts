import { describe, expect, test } from 'vitest';
import { createAffordableGrid } from './affordable-grid.ts';
import { createGrid, createRadio, createTransmitter } from './radios.ts';

const SIZE = { widthM: 2_000, depthM: 1_000 };
const LIMIT_MS = 2_000;

/** Creates radios of a floor with walls and areas that are spread over the plan. */
function createTransmitters(radios: number, { corners = 0, walls = 0, zones = 0 }) {
  const spread = (index: number, step: number) => ({
    x: (index * step * 37) % 1_900,
    y: (index * step * 11) % 900,
  });
  const floor = {
    heightM: 3,
    slabLossDb: 18,
    walls: Array.from({ length: walls }, (_, index) => {
      const { x, y } = spread(index, 3);
      return { x1: x, y1: y, x2: x + 100, y2: y + 90, lossDb: 10 };
    }),
    zones: Array.from({ length: zones }, (_, index) => {
      const { x, y } = spread(index, 7);
      const turn = (corner: number) => (2 * Math.PI * corner) / corners;
      return {
        lossDbPerM: 1,
        corners: Array.from({ length: corners }, (__, corner) => ({
          x: x + (corner % 2 === 0 ? 300 : 100) * Math.cos(turn(corner)),
          y: y + (corner % 2 === 0 ? 300 : 100) * Math.sin(turn(corner)),
        })),
      };
    }),
  };
  return Array.from({ length: radios }, (_, index) =>
    createTransmitter(
      createRadio(
        {
          ...spread(index, 5),
          heightM: 2.8,
          azimuth: 0,
          mounting: 'ceiling',
          powerDbm: 20,
          gainDbi: 3,
          frequencyMhz: 5_500,
          widthMhz: 80,
        },
        0,
      ),
      [floor],
      0,
    ),
  );
}

describe('an affordable grid', () => {
  test('is the finest one for an ordinary floor, and for one without radios', () => {
    const size = { widthM: 100, depthM: 60 };
    expect(createAffordableGrid(size, createTransmitters(20, { walls: 100 }), LIMIT_MS)).toEqual(
      createGrid(size),
    );
    expect(createAffordableGrid(SIZE, [], LIMIT_MS)).toEqual(createGrid(SIZE));
  });

  test.each([
    ['walls', { walls: 5_000 }],
    ['areas', { zones: 300, corners: 100 }],
  ])('is coarser with many %s, and covers the plan', (_name, items) => {
    const grid = createAffordableGrid(SIZE, createTransmitters(199, items), LIMIT_MS);
    expect(grid.cellM).toBeGreaterThan(createGrid(SIZE).cellM);
    expect(grid.columns).toBeGreaterThanOrEqual(50);
    expect(grid.columns * grid.cellM).toBeGreaterThanOrEqual(SIZE.widthM);
    expect(grid.rows * grid.cellM).toBeGreaterThanOrEqual(SIZE.depthM);
  });
});
