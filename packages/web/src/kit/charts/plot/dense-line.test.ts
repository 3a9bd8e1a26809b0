import type uPlot from 'uplot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildDensePath } from './dense-line.ts';

class RecordedPath {
  readonly steps: string[] = [];
  moveTo = (x: number, y: number) => this.steps.push(`M${x} ${y}`);
  lineTo = (x: number, y: number) => this.steps.push(`L${x} ${y}`);
  closePath = () => this.steps.push('Z');
}
beforeAll(() => void vi.stubGlobal('Path2D', RecordedPath));
afterAll(() => void vi.unstubAllGlobals());

type Values = readonly (number | null)[];

/** Returns the paths of values 1 px apart, so that 3 values form a column, on a plot with a height of 100 px. */
function draw(values: Values, peaks?: Values): { line: string; range: string } {
  const plot = {
    data: [values.map((_, index) => index), ...(peaks ? [peaks] : []), values],
    ctx: { canvas: { width: 300 } },
    width: 300,
    valToPos: (value: number, scale: string) => (scale === 'x' ? value : 100 - value),
  };
  const paths = buildDensePath(peaks !== undefined)(
    plot as unknown as uPlot,
    peaks ? 2 : 1,
    0,
    values.length - 1,
  );
  const { fill, stroke } = paths as unknown as { fill: RecordedPath; stroke: RecordedPath };
  return { line: stroke.steps.join(' '), range: fill.steps.join(' ') };
}

describe('a dense line', () => {
  it('connects the means of columns of 3 px', () => {
    expect(draw([10, 20, 60, 40, 40, 40]).line).toBe('M1.5 70 L1.5 70 L4.5 60');
  });

  it('has a range from the lowest to the highest value of each column', () => {
    const { range } = draw([10, 20, 60, 40, 30, 50]);
    expect(range).toBe('M1.5 40 L1.5 40 L4.5 50 L4.5 50 L4.5 70 L4.5 70 L1.5 90 L1.5 90 Z');
  });

  it('has a range up to the peaks of its steps', () => {
    expect(draw([10, 20, 60, 40, 40, 40], [10, 95, 60, 40, 40, 40]).range).toContain('M1.5 5 ');
  });

  it('is interrupted at gaps, and a column without neighbours is drawn over its width', () => {
    expect(draw([50, 50, 50, null, null, null, 20, null, 30]).line).toBe(
      'M0 50 L1.5 50 L3 50 M6 80 L7.5 80 L9 80 M6 70 L7.5 70 L9 70',
    );
  });

  it('has no path without values', () => {
    expect(draw([null, null])).toEqual({ line: '', range: '' });
  });
});
