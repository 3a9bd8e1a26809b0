import type uPlot from 'uplot';
import { type ChartData, isDense } from './chart-data.ts';
import { computeValueColumnIndex } from './columns.ts';
import { chooseLineStyle } from './line-style.ts';

const FONT = '600 11px "Inter Variable", system-ui, sans-serif';
const HEIGHT = 12;
/** Distance from the end of the plot to the centre of the letters after it. */
const END_OFFSET_PX = 9;
/** Approximate distance between letters on lines. */
const SPACING_PX = 60;
const HALO = 3;
/** Narrower segments get no letter, and narrower gaps do not split a segment. */
const MIN_SEGMENT_PX = 16;

type Values = ChartData['series'][number]['values'];

const isNumber = (value: number | null | undefined): boolean => typeof value === 'number';

interface LetterSetting {
  /** Current value of a CSS variable. */
  readonly colourOf: (name: string) => string;
  /** The current data, which changes during the life of the plot. */
  readonly current: () => ChartData;
}

/** Draws the letter of each line after its last value and, where points are too close for dashes, on the line. */
export function drawLetters(plot: uPlot, { colourOf, current }: LetterSetting): void {
  const { bbox, ctx } = plot;
  const data = current();
  const ratio = ctx.canvas.width / plot.width;
  const [height, width] = [bbox.height / ratio, bbox.width / ratio];
  const draw = (line: number, x: number, y: number): void => {
    const { colour, letter } = chooseLineStyle(line);
    ctx.fillStyle = colourOf(colour);
    ctx.strokeText(letter, x, y);
    ctx.fillText(letter, x, y);
  };
  const lines = [...data.series.entries()].filter(
    ([line]) => plot.series[computeValueColumnIndex(data, line)]?.show,
  );
  const computeY = (value: number | null | undefined): number => plot.valToPos(value ?? Number.NaN, 'y');
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
    .map(([line, { values }]) => [line, computeY(values.findLast(isNumber))] as const)
    .filter(([, y]) => !Number.isNaN(y))
    .sort(([, a], [, b]) => a - b);
  for (const [index, y] of spreadPositions(ends, height).entries())
    draw(ends[index]?.[0] ?? 0, width + END_OFFSET_PX, y);
  if (isDense(data))
    for (const [order, [line, { values }]] of lines.entries())
      for (const x of letterPositions(
        values,
        width,
        (order + 0.5) / lines.length,
        SPACING_PX * lines.length,
      )) {
        const at = nextValueIndex(values, Math.floor((x / width) * values.length));
        draw(line, (at / values.length) * width, computeY(values[at]));
      }
  ctx.restore();
}

/** Positions of letters on a line: evenly on each segment, shifted between lines. */
function letterPositions(values: Values, width: number, shift: number, distance: number): number[] {
  return findSegments(values, width).flatMap(([from, to]) => {
    const times = to - from < MIN_SEGMENT_PX ? 0 : Math.max(1, Math.round((to - from) / distance));
    return Array.from({ length: times }, (_, turn) => from + ((turn + shift) / times) * (to - from));
  });
}

/** Segments of a line without gaps, in pixels. */
function findSegments(values: Values, width: number): [from: number, to: number][] {
  const segments: [number, number][] = [];
  for (let x = 0; x < width; x += 1) {
    if (!isNumber(values[Math.floor((x / width) * values.length)])) continue;
    const last = segments.at(-1);
    if (last && x - last[1] < MIN_SEGMENT_PX) last[1] = x;
    else segments.push([x, x]);
  }
  return segments;
}

function nextValueIndex(values: Values, start: number): number {
  let at = start;
  while (at < values.length && !isNumber(values[at])) at += 1;
  return at;
}

/** Returns the vertical positions in their order, at least one letter height apart and not below the plot. */
function spreadPositions(ends: readonly (readonly [line: number, y: number])[], foot: number): number[] {
  const positions: number[] = [];
  for (const [, y] of ends) positions.push(Math.max(y, (positions.at(-1) ?? -Infinity) + HEIGHT));
  let above = foot - HEIGHT / 2;
  for (let index = positions.length - 1; index >= 0; index--) {
    positions[index] = Math.min(positions[index] ?? 0, above);
    above = (positions[index] ?? 0) - HEIGHT;
  }
  return positions;
}
