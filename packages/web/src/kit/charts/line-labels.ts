import type uPlot from 'uplot';
import type { ChartData } from './chart-data.ts';
import { computeValueColumnIndex } from './plot/columns.ts';
import { chooseLineStyle } from './line-style.ts';

const FONT = '600 11px "Inter Variable", system-ui, sans-serif';
/** Distance of two labels (px): the halo of one must not cover the other. */
const HEIGHT = 15;
/** Average width of a character of a line's name (px). */
const CHARACTER_PX = 6.6;
/** Distance between the end of the plot and the labels to its right. */
const END_OFFSET_PX = 5;
/**
 * Space for names to the right of the plot: at most this many pixels, and this share of the chart's width.
 */
const NAME_ROOM_PX = 132;
const NAME_ROOM_SHARE = 0.3;
const LETTER_ROOM_PX = 22;
/** Space to the right of a plot with a single line, for half a time label. */
const SINGLE_ROOM_PX = 22;
const HALO = 3;
/**
 * Maximum number of lines that are labelled by name; names of more lines would not fit, so letters replace
 * them.
 */
const MAX_NAMED = 6;

const isNumber = (value: number | null | undefined): boolean => typeof value === 'number';

/**
 * Returns true if the lines are labelled by their names, and false if they are labelled by letters that a
 * legend explains.
 */
export const isNamed = ({ series }: Pick<ChartData, 'series'>): boolean => series.length <= MAX_NAMED;

/** Returns the width to the right of the plot that the labels need. */
export function computeLabelRoom({ series }: Pick<ChartData, 'series'>, chartWidth: number): number {
  if (series.length < 2) return SINGLE_ROOM_PX;
  if (!isNamed({ series })) return LETTER_ROOM_PX;
  const longest = Math.max(...series.map(({ label }) => label.length)) * CHARACTER_PX + 2 * END_OFFSET_PX;
  return Math.ceil(Math.min(longest, NAME_ROOM_PX, chartWidth * NAME_ROOM_SHARE));
}

/** Returns the name, shortened to the number of characters that fit. */
function fitName(label: string, room: number): string {
  const most = Math.floor((room - 2 * END_OFFSET_PX) / CHARACTER_PX);
  return label.length <= most ? label : `${label.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}

interface LabelSetting {
  /** Returns the current value of a CSS variable. */
  readonly colourOf: (name: string) => string;
  /** Returns the current data, which changes during the life of the plot. */
  readonly current: () => ChartData;
}

/** Draws the name or letter of each line after its last value. */
export function drawLabels(plot: uPlot, { colourOf, current }: LabelSetting): void {
  const { bbox, ctx } = plot;
  const data = current();
  const ratio = ctx.canvas.width / plot.width;
  const [height, width] = [bbox.height / ratio, bbox.width / ratio];
  const named = isNamed(data);
  const room = computeLabelRoom(data, plot.width);
  const labels = data.series.map(({ label }, line) =>
    named ? fitName(label, room) : chooseLineStyle(line).letter,
  );
  const lines = [...data.series.entries()].filter(
    ([line]) => plot.series[computeValueColumnIndex(data, line)]?.show,
  );
  const computeY = (value: number | null | undefined): number => plot.valToPos(value ?? Number.NaN, 'y');
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.translate(bbox.left / ratio, bbox.top / ratio);
  ctx.font = FONT;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = HALO;
  ctx.strokeStyle = colourOf('--panel');
  const ends = lines
    .map(([line, { values }]) => [line, computeY(values.findLast(isNumber))] as const)
    .filter(([, y]) => !Number.isNaN(y))
    .sort(([, a], [, b]) => a - b);
  for (const [index, y] of spreadPositions(ends, height).entries()) {
    const line = ends[index]?.[0] ?? 0;
    const label = labels[line] ?? '';
    ctx.fillStyle = colourOf(chooseLineStyle(line).colour);
    ctx.strokeText(label, width + END_OFFSET_PX, y);
    ctx.fillText(label, width + END_OFFSET_PX, y);
  }
  ctx.restore();
}

/**
 * Moves vertical positions apart by at least one label height, in their order, and keeps them above the
 * bottom of the plot.
 */
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
