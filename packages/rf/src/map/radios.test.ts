import { describe, expect, test } from 'vitest';
import { getPeakGain } from './antenna.ts';
import {
  createGrid,
  createRadio,
  createTransmitter,
  type RadioDescription,
  selectNearestRadios,
} from './radios.ts';

const FLOORS = [0, 1].map(() => ({ heightM: 3, slabLossDb: 18, walls: [] }));
const RADIO: RadioDescription = {
  x: 1,
  y: 2,
  heightM: 2.8,
  azimuth: 90,
  mounting: 'wall',
  powerDbm: 20,
  gainDbi: 3,
  frequencyMhz: 5_500,
  widthMhz: 80,
};

describe('a radio of a building', () => {
  test('sends with its power and the gain of its antenna', () =>
    expect(createTransmitter(createRadio(RADIO, 0), FLOORS, 0)).toMatchObject({
      powerDbm: 23,
      path: { slabLossDb: 0 },
      antenna: { pattern: { kind: 'ceiling' }, mounting: 'wall', azimuthDeg: 90 },
    }));

  test('loses the slab on its way to another floor', () =>
    expect(createTransmitter(createRadio(RADIO, 0), FLOORS, 1).path).toMatchObject({
      slabLossDb: 18,
      heightM: expect.closeTo(2.8 - 4.2),
    }));

  test('has an antenna whose width follows from a high gain', () => {
    const { antenna } = createRadio({ ...RADIO, gainDbi: 13 }, 0);
    expect(antenna && getPeakGain(antenna.pattern)).toBeCloseTo(13);
  });

  test('has a width of 802.11ax', () =>
    expect(
      [10, 20, 80, 160, 320].map((widthMhz) => createRadio({ ...RADIO, widthMhz }, 0).channel.widthMhz),
    ).toEqual([20, 20, 80, 160, 160]));
});

test('a grid has at most 1,000 cells along a side and no cell below 0.1 m', () => {
  expect(createGrid({ widthM: 50, depthM: 30 })).toEqual({ x: 0, y: 0, cellM: 0.1, columns: 500, rows: 300 });
  expect(createGrid({ widthM: 100, depthM: 2_000 })).toMatchObject({ cellM: 2, columns: 50, rows: 1_000 });
  expect(createGrid({ widthM: 0.05, depthM: 0.05 })).toMatchObject({ columns: 1, rows: 1 });
});

test('a map has the radios of its own floor first, if a building has more than it can compute', () => {
  const radios = [0, 1, 2].flatMap((floor) => Array.from({ length: 90 }, () => createRadio(RADIO, floor)));
  const chosen = selectNearestRadios(radios, 2);
  expect([0, 1, 2].map((floor) => chosen.filter((radio) => radio.floor === floor).length)).toEqual([
    20, 90, 90,
  ]);
  expect(selectNearestRadios(radios.slice(0, 200), 2)).toHaveLength(200);
});
