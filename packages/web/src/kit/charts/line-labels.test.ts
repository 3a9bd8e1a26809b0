import type uPlot from 'uplot';
import { describe, expect, it } from 'vitest';
import { drawLetters } from './line-letters.ts';

const WIDTH = 600;

/** Returns the letters and x positions on a plot of 600 × 100 px: `A 120`. */
function letters(lines: readonly (readonly (number | null)[])[], step = 60): string[] {
  const drawn: string[] = [];
  const count = lines[0]?.length ?? 0;
  const ctx = {
    canvas: { width: WIDTH },
    save: () => undefined,
    restore: () => undefined,
    scale: () => undefined,
    translate: () => undefined,
    strokeText: () => undefined,
    fillText: (letter: string, x: number) => drawn.push(`${letter} ${Math.round(x)}`),
  };
  const plot = {
    ctx,
    width: WIDTH,
    bbox: { left: 0, top: 0, width: WIDTH, height: 100 },
    series: [{}, ...lines.map(() => ({ show: true }))],
    valToPos: (value: number) => 100 - value,
  };
  const series = lines.map((values, index) => ({ id: `${index}`, label: `${index}`, values }));
  drawLetters(plot as unknown as uPlot, {
    colourOf: () => '',
    current: () => ({ from: 0, to: count * step, step, series }),
  });
  return drawn;
}

const flat = (count: number, value: number) => Array.from({ length: count }, () => value);
const gap = (count: number) => Array.from({ length: count }, () => null);

describe('letters of lines', () => {
  it('are drawn after the last values in their order where lines have dashes', () => {
    expect(letters([flat(100, 20), flat(100, 80)])).toEqual(['B 609', 'A 609']);
  });

  it('are drawn on lines too where points are too close for dashes, shifted between lines', () => {
    const on = letters([flat(1200, 20), flat(1200, 80)]).slice(2);
    expect(on).toEqual([
      'A 30',
      'A 150',
      'A 270',
      'A 389',
      'A 509',
      'B 90',
      'B 210',
      'B 329',
      'B 449',
      'B 569',
    ]);
  });

  it('are drawn on each segment between wide gaps, never in a gap', () => {
    const line = [...flat(300, 5), ...gap(600), ...flat(300, 5)];
    const positions = letters([line, gap(1200)]).map((letter) => Number(letter.split(' ')[1]));
    expect(positions.filter((x) => x < 150).length).toBeGreaterThan(0);
    expect(positions.filter((x) => x >= 450 && x < 600).length).toBeGreaterThan(0);
    expect(positions.filter((x) => x >= 150 && x < 450)).toEqual([]);
  });

  it('are left out on short segments and on lines without values', () => {
    expect(letters([[...gap(1195), ...flat(5, 5)], gap(1200)])).toEqual(['A 609']);
  });
});
