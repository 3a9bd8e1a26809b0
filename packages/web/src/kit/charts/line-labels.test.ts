import type uPlot from 'uplot';
import { describe, expect, it } from 'vitest';
import { drawLabels } from './line-labels.ts';

const WIDTH = 600;

type Values = readonly (number | null)[];

/**
 * Draws the labels of lines on a plot of 600 × 100 px; returns each label with its x position, such as `CPU
 * 120`.
 */
function labels(named: Readonly<Record<string, Values>>, step = 60): string[] {
  const lines = Object.values(named);
  const drawn: string[] = [];
  const count = lines[0]?.length ?? 0;
  const ctx = {
    canvas: { width: WIDTH },
    save: () => undefined,
    restore: () => undefined,
    scale: () => undefined,
    translate: () => undefined,
    strokeText: () => undefined,
    fillText: (label: string, x: number) => drawn.push(`${label} ${Math.round(x)}`),
  };
  const plot = {
    ctx,
    width: WIDTH,
    bbox: { left: 0, top: 0, width: WIDTH, height: 100 },
    series: [{}, ...lines.map(() => ({ show: true }))],
    valToPos: (value: number) => 100 - value,
  };
  const series = Object.entries(named).map(([label, values]) => ({ id: label, label, values }));
  drawLabels(plot as unknown as uPlot, {
    colourOf: () => '',
    current: () => ({ from: 0, to: count * step, step, series }),
  });
  return drawn;
}

const flat = (count: number, value: number) => Array.from({ length: count }, () => value);
const gap = (count: number) => Array.from({ length: count }, () => null);

/** Returns seven lines: six without values, and one with the given values. */
const amongMany = (values: Values) => ({ one: values, b: [], c: [], d: [], e: [], f: [], g: [] });

describe('labels of lines', () => {
  it('are the names after the last values, in the order of the values', () => {
    expect(labels({ CPU: flat(100, 20), Memory: flat(100, 80) })).toEqual(['Memory 605', 'CPU 605']);
  });

  it('are names that end with an ellipsis where they do not fit', () => {
    const [label] = labels({ a: flat(100, 20), 'The guest network of the second floor': flat(100, 80) });
    expect(label).toBe('The guest network… 605');
  });

  it('are letters if there are more than six lines', () => {
    expect(labels(amongMany(flat(100, 20)))).toEqual(['A 605']);
  });

  it('are left out on lines without values', () => {
    expect(labels({ CPU: [...gap(95), ...flat(5, 5)], Memory: gap(100) })).toEqual(['CPU 605']);
  });
});
