import { NO_SERVER, toStored } from '@northlight/rf/map';
import { expect, test } from 'vitest';
import { createLook, getServerColour, listLegendStops } from './colour-ramps.ts';

/** Returns the colour of a value as CSS; undefined if it is hidden. */
function readColour(quantity: Parameters<typeof createLook>[0], value: number): string | undefined {
  const { palette } = createLook(quantity);
  const [red, green, blue, alpha] = palette.slice(toStored(quantity, value) * 4);
  return alpha === 0 ? undefined : `rgb(${red} ${green} ${blue})`;
}

test.each(['signal', 'second', 'sinr', 'overlap'] as const)(
  'the legend of %s shows the colours of the map',
  (quantity) => {
    for (const { colour, value } of listLegendStops(quantity))
      // A colour between two stops is rounded to a stored level.
      if (Number.isInteger(value)) expect(readColour(quantity, value)).toBe(colour);
  },
);

test('the legend of throughput gives small values more colours', () => {
  const values = listLegendStops('throughput').map(({ value }) => value);
  expect(values[0]).toBe(0);
  expect(values.at(-1)).toBe(1_000);
  expect(values[3]).toBeLessThan(150);
  expect(readColour('throughput', 1_000)).toBe(listLegendStops('throughput').at(-1)?.colour);
});

test.each([
  ['signal', -95],
  ['second', -120],
  ['throughput', 0],
  ['server', NO_SERVER],
] as const)('hides cells that %s %d does not reach', (quantity, value) => {
  expect(readColour(quantity, value)).toBeUndefined();
});

test('shows no overlap and a bad ratio, which are not the same as no signal', () => {
  expect(readColour('overlap', 0)).toBeDefined();
  expect(readColour('sinr', -5)).toBe(listLegendStops('sinr')[0]?.colour);
});

test('neighbouring radios have different colours and different bands', () => {
  const { bands } = createLook('server');
  expect(getServerColour(0)).not.toBe(getServerColour(1));
  expect(readColour('server', 3)).toBe(getServerColour(3));
  expect(bands[3]).not.toBe(bands[15]);
  expect(new Set(createLook('server', []).bands)).toEqual(new Set([0]));
});

test('draws lines at given values', () => {
  const { bands } = createLook('signal', [-67]);
  expect([-67.5, -67, -40].map((value) => bands[toStored('signal', value)])).toEqual([0, 1, 1]);
});
