import type uPlot from 'uplot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { computeDenseLine } from './dense-line.ts';

let steps: string[] = [];
beforeAll(() => {
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo = (x: number, y: number) => steps.push(`M${x} ${y}`);
      lineTo = (x: number, y: number) => steps.push(`L${x} ${y}`);
    },
  );
});
afterAll(() => void vi.unstubAllGlobals());

/** Returns the path of values 0.1 px apart on a plot with a height of 100 px. */
function drawPath(values: readonly (number | null)[], perPixel = 10): string {
  const plot = {
    data: [values.map((_, index) => index), values],
    valToPos: (value: number, scale: string) => (scale === 'x' ? value / perPixel : 100 - value),
  };
  steps = [];
  computeDenseLine(plot as unknown as uPlot, 1, 0, values.length - 1);
  return steps.join(' ');
}

describe('a dense line', () => {
  it('covers each pixel column from its lowest to its highest value, and ends at its last value', () => {
    expect(drawPath([50, 90, 10, 40])).toBe('M0 50 L0 10 L0 90 L0 60');
  });

  it('connects the last value of a column with the first of the next', () => {
    expect(drawPath([50, 40, 30], 1)).toBe('M0 50 L1 60 L2 70');
    expect(drawPath([50, 90, 60, 20, 30], 4)).toBe('M0 50 L0 10 L1 40 L1 80 L1 70');
  });

  it('is interrupted at gaps, and draws a single value as a dash', () => {
    expect(drawPath([50, 40, null, 30, 20, null, 10, null], 1)).toBe('M0 50 L1 60 M3 70 L4 80 M6 90 L9 90');
  });

  it('has no path without values', () => {
    expect(drawPath([null, null])).toBe('');
  });
});
