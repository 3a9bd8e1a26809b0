import type uPlot from 'uplot';
import { type ChartData, isDense } from './chart-data.ts';
import { columnAt } from './columns.ts';
import { lineStyle } from './line-style.ts';

const FONT = '600 11px "Inter Variable", system-ui, sans-serif';
const HEIGHT = 12;
/** From the end of the plot to the middle of the letters behind it. */
const BEHIND = 9;
/** Letters on lines stand about so far apart. */
const DISTANCE = 60;
const HALO = 3;
/** What is narrower has no room for a letter: a stretch of a line, or a gap in it. */
const ROOM = 16;

type Values = ChartData['series'][number]['values'];

const isTold = (value: number | null | undefined): boolean => typeof value === 'number';

interface LetterSetting {
  /** Value of a CSS variable, as the scheme has it now. */
  readonly colourOf: (name: string) => string;
  /** What is shown now: it changes under a chart that stays. */
  readonly current: () => ChartData;
}

/** The letter of each line behind its last value and, where points stand too close for dashes, on the line too. */
export function drawLetters(plot: uPlot, { colourOf, current }: LetterSetting): void {
  const { bbox, ctx } = plot;
  const data = current();
  const ratio = ctx.canvas.width / plot.width;
  const [height, width] = [bbox.height / ratio, bbox.width / ratio];
  const draw = (line: number, x: number, y: number): void => {
    const { colour, letter } = lineStyle(line);
    ctx.fillStyle = colourOf(colour);
    ctx.strokeText(letter, x, y);
    ctx.fillText(letter, x, y);
  };
  const lines = [...data.series.entries()].filter(([line]) => plot.series[columnAt(data, line)]?.show);
  const yOf = (value: number | null | undefined): number => plot.valToPos(value ?? Number.NaN, 'y');
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.translate(bbox.left / ratio, bbox.top / ratio);
  ctx.font = FONT;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = HALO;
  ctx.strokeStyle = colourOf('--panel');
  const ends = lines
    .map(([line, { values }]) => [line, yOf(values.findLast(isTold))] as const)
    .filter(([, y]) => !Number.isNaN(y))
    .sort(([, a], [, b]) => a - b);
  for (const [index, y] of spread(ends, height).entries()) draw(ends[index]?.[0] ?? 0, width + BEHIND, y);
  if (isDense(data))
    for (const [order, [line, { values }]] of lines.entries())
      for (const x of placesOn(values, width, (order + 0.5) / lines.length, DISTANCE * lines.length)) {
        const at = toldFrom(values, Math.floor((x / width) * values.length));
        draw(line, (at / values.length) * width, yOf(values[at]));
      }
  ctx.restore();
}

/** Where the letters of a line stand on it: evenly over each stretch of it, lines beside each other shifted. */
function placesOn(values: Values, width: number, shift: number, distance: number): number[] {
  return stretchesOf(values, width).flatMap(([from, to]) => {
    const times = to - from < ROOM ? 0 : Math.max(1, Math.round((to - from) / distance));
    return Array.from({ length: times }, (_, turn) => from + ((turn + shift) / times) * (to - from));
  });
}

/** The pixels between which a line goes on, looked at one by one. */
function stretchesOf(values: Values, width: number): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  for (let x = 0; x < width; x += 1) {
    if (!isTold(values[Math.floor((x / width) * values.length)])) continue;
    const last = stretches.at(-1);
    if (last && x - last[1] < ROOM) last[1] = x;
    else stretches.push([x, x]);
  }
  return stretches;
}

function toldFrom(values: Values, start: number): number {
  let at = start;
  while (at < values.length && !isTold(values[at])) at += 1;
  return at;
}

/** Places in their order, each a letter's height from the next, none below the foot of the plot. */
function spread(places: readonly (readonly [line: number, y: number])[], foot: number): number[] {
  const put: number[] = [];
  for (const [, y] of places) put.push(Math.max(y, (put.at(-1) ?? -Infinity) + HEIGHT));
  let above = foot - HEIGHT / 2;
  for (let index = put.length - 1; index >= 0; index--) {
    put[index] = Math.min(put[index] ?? 0, above);
    above = (put[index] ?? 0) - HEIGHT;
  }
  return put;
}
