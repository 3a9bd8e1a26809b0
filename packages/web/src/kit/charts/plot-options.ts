import type { MetricUnit } from '@northlight/contract';
import type uPlot from 'uplot';
import { type ChartData, timesOf } from './chart-data.ts';
import { denseLine } from './dense-line.ts';
import { lineStyle } from './line-style.ts';
import { tickLabels, timeTicks } from './ticks.ts';
import { axisRange, FIXED_RANGES, formatFigure, INCREMENTS } from './units.ts';

/** With more lines than these, bands of peaks would hide each other. */
const MOST_BANDS = 3;
const TICK_WIDTH = 64;
const AXIS_HEIGHT = 38;
const RIGHT_ROOM = 22;
const LETTER_HEIGHT = 12;
const FONT = '11px "Inter Variable", system-ui, sans-serif';
const LETTER_FONT = '600 11px "Inter Variable", system-ui, sans-serif';
/** A shorter drag is a click. */
const LEAST_DRAG_PX = 6;

export interface PlotSetting {
  readonly unit: MetricUnit;
  readonly timeZone: string;
  readonly syncKey: string;
  /** Value of a CSS variable, as the scheme has it now. */
  readonly colourOf: (name: string) => string;
  /** What is shown now: it changes under a chart that stays. */
  readonly current: () => ChartData;
  readonly onCursor: (index: number | null) => void;
  readonly onSelect: (from: number, to: number) => void;
}

/** Where points stand closer than a few pixels, a fine line shows more, and is drawn several times faster. */
export const isDense = ({ from, step, to }: ChartData): boolean => (to - from) / step > 300;

export const hasBands = ({ series }: ChartData): boolean =>
  series.length <= MOST_BANDS && series.every(({ peaks }) => peaks !== undefined);

/** Columns as the chart takes them: times, then each line, behind its peaks where bands are drawn. */
export function columnsOf(data: ChartData): uPlot.AlignedData {
  const bands = hasBands(data);
  const lines = data.series.flatMap(({ peaks, values }) => (bands && peaks ? [peaks, values] : [values]));
  return [timesOf(data), ...lines] as unknown as uPlot.AlignedData;
}

/** Place of a line's mean among the columns. */
export const columnAt = (data: ChartData, index: number): number =>
  hasBands(data) ? 2 * index + 2 : index + 1;

export function plotOptions(
  data: ChartData,
  setting: PlotSetting,
  width: number,
  height: number,
): uPlot.Options {
  const { colourOf, syncKey, unit } = setting;
  const bands = hasBands(data);
  const many = data.series.length > 1;
  return {
    width,
    height,
    padding: [10, RIGHT_ROOM, 0, 0],
    legend: { show: false },
    series: [{}, ...data.series.flatMap((_, index) => seriesOptions(data, index, setting))],
    ...(bands && { bands: data.series.map((_, index) => bandOptions(index, setting)) }),
    scales: {
      x: {
        time: false,
        range: () => {
          const { from, to } = setting.current();
          return [from, to];
        },
      },
      // Where it is the same for all figures, they are not looked through for it.
      y: { range: FIXED_RANGES[unit] ?? ((_plot, low, high) => axisRange(unit, low, high)) },
    },
    axes: [timeAxis(setting), valueAxis(setting)],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PX },
      // Only the place of the cursor is told to the others: each drag zooms once.
      sync: { key: syncKey, filters: { pub: isCursor, sub: isCursor } },
      points: { size: 7, width: 2, fill: () => colourOf('--panel') },
    },
    hooks: {
      setCursor: [({ cursor }) => setting.onCursor(cursor.idx ?? null)],
      setSelect: [(plot) => selected(plot, setting)],
      ...(many && { draw: [(plot) => drawLetters(plot, setting)] }),
    },
  };
}

const isCursor: uPlot.Cursor.Sync.Filter = (type) => type === 'mousemove' || type === 'mouseleave';

function seriesOptions(data: ChartData, index: number, { colourOf }: PlotSetting): uPlot.Series[] {
  const { colour, dash } = lineStyle(index);
  const line: uPlot.Series = {
    stroke: () => colourOf(colour),
    width: isDense(data) ? 1 : 1.5,
    dash: [...dash],
    points: { size: 4, fill: () => colourOf(colour) },
  };
  if (hasBands(data)) return [{ stroke: 'transparent', width: 0, points: { show: false } }, line];
  return [isDense(data) ? { ...line, paths: denseLine, points: { show: false } } : line];
}

function bandOptions(index: number, { colourOf }: PlotSetting): uPlot.Band {
  const { colour } = lineStyle(index);
  return { series: [2 * index + 1, 2 * index + 2], fill: () => `${colourOf(colour)}26` };
}

const quiet = ({ colourOf }: PlotSetting) => ({
  stroke: () => colourOf('--mut'),
  font: FONT,
  grid: { stroke: () => colourOf('--line-soft'), width: 1 },
  ticks: { show: false },
});

function timeAxis(setting: PlotSetting): uPlot.Axis {
  const { timeZone } = setting;
  return {
    ...quiet(setting),
    size: AXIS_HEIGHT,
    gap: 6,
    lineGap: 1.3,
    splits: ({ width }, _axis, from, to) => timeTicks(from, to, timeZone, Math.floor(width / TICK_WIDTH)),
    values: (_plot, splits) => tickLabels(splits, timeZone),
  };
}

function valueAxis(setting: PlotSetting): uPlot.Axis {
  const incrs = INCREMENTS[setting.unit];
  return {
    ...quiet(setting),
    size: (plot, values) => widest(plot, values) + 14,
    gap: 6,
    space: 34,
    ...(incrs && { incrs }),
    values: (_plot, splits) => splits.map((value) => formatFigure(setting.unit, value)),
  };
}

function widest({ ctx }: uPlot, values: readonly string[] | null): number {
  ctx.save();
  ctx.font = FONT;
  const width = Math.max(24, ...(values ?? []).map((text) => ctx.measureText(text).width));
  ctx.restore();
  return Math.ceil(width);
}

function selected(plot: uPlot, { onSelect }: PlotSetting): void {
  const { left, width } = plot.select;
  if (width < LEAST_DRAG_PX) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onSelect(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
}

/** The letter of each line at its last value, pushed apart where lines end together. */
function drawLetters(plot: uPlot, { colourOf, current }: PlotSetting): void {
  const data = current();
  const ratio = plot.ctx.canvas.width / plot.width;
  const marks = data.series.flatMap(({ values }, index) => {
    const last = values.findLastIndex((value) => value !== null);
    const value = values[last];
    if (value === undefined || value === null || plot.series[columnAt(data, index)]?.show === false)
      return [];
    return [{ ...lineStyle(index), y: plot.valToPos(value, 'y', true) / ratio }];
  });
  marks.sort((a, b) => a.y - b.y);
  const places = spread(
    marks.map(({ y }) => y),
    (plot.bbox.top + plot.bbox.height) / ratio,
  );
  const { ctx } = plot;
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.font = LETTER_FONT;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const [index, { colour, letter }] of marks.entries()) {
    ctx.fillStyle = colourOf(colour);
    ctx.fillText(letter, (plot.bbox.left + plot.bbox.width) / ratio + 5, places[index] ?? 0);
  }
  ctx.restore();
}

/** Places in their order, each a letter's height from the next, none below the foot of the plot. */
function spread(places: readonly number[], foot: number): number[] {
  const put: number[] = [];
  for (const y of places) put.push(Math.max(y, (put.at(-1) ?? -Infinity) + LETTER_HEIGHT));
  let above = foot - LETTER_HEIGHT / 2;
  for (let index = put.length - 1; index >= 0; index--) {
    put[index] = Math.min(put[index] ?? 0, above);
    above = (put[index] ?? 0) - LETTER_HEIGHT;
  }
  return put;
}
