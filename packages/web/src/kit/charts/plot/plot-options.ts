import type { MetricUnit } from '@northlight/contract';
import type uPlot from 'uplot';
import { type ChartData, isDense } from '../chart-data.ts';
import { fillsRange, hasPeaks } from './columns.ts';
import { buildDensePath } from './dense-line.ts';
import { computeLabelRoom, drawLabels } from '../line-labels.ts';
import { chooseLineStyle } from '../line-style.ts';
import { formatTickLabels, computeTimeTicks } from './ticks.ts';
import { computeAxisRange, FIXED_RANGES, formatValue, INCREMENTS } from '../units.ts';

const TICK_WIDTH = 64;
const AXIS_HEIGHT = 38;
/** Height above the plot for the marks of events (px). */
const MARK_ROOM = 16;
/** Average width of a character in an axis label. */
const LETTER_WIDTH = 6.2;
/** Minimum label length, that of `100%`. */
const LEAST_LETTERS = 5;
const FONT = '11px "Inter Variable", system-ui, sans-serif';
/** Opacity of the range around a line, as the last two digits of a colour. */
const RANGE_ALPHA = '26';
/** Minimum length of a drag that zooms; a shorter drag counts as a click. */
const LEAST_DRAG_PX = 6;

/** Position of the plot inside the chart (px). */
export interface PlotLayout {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PlotSetting {
  readonly unit: MetricUnit;
  readonly timeZone: string;
  readonly syncKey: string;
  /** Returns the current value of a CSS variable. */
  readonly colourOf: (name: string) => string;
  /** Returns the current data, which changes during the life of the plot. */
  readonly current: () => ChartData;
  readonly onCursor: (index: number | null) => void;
  readonly onSelect: (from: number, to: number) => void;
  readonly onLayout: (layout: PlotLayout) => void;
  /** Called once, after the first drawing. */
  readonly onReady: (plot: uPlot) => void;
}

export function createPlotOptions(
  data: ChartData,
  setting: PlotSetting,
  width: number,
  height: number,
): uPlot.Options {
  const { colourOf, syncKey, unit } = setting;
  const bands = hasPeaks(data) && !isDense(data);
  const many = data.series.length > 1;
  return {
    width,
    height,
    padding: [MARK_ROOM, (plot) => computeLabelRoom(setting.current(), plot.width), 0, 0],
    legend: { show: false },
    series: [{}, ...data.series.flatMap((_, index) => createSeriesOptions(data, index, setting))],
    ...(bands && { bands: data.series.map((_, index) => createBandOptions(index, setting)) }),
    scales: {
      x: {
        time: false,
        range: () => {
          const { from, to } = setting.current();
          return [from, to];
        },
      },
      // A fixed range avoids a scan of all values.
      y: { range: FIXED_RANGES[unit] ?? ((_plot, low, high) => computeAxisRange(unit, low, high)) },
    },
    axes: [createTimeAxis(setting), createValueAxis(setting)],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PX },
      // Synchronizes only the cursor position, so that a drag zooms only once.
      sync: { key: syncKey, filters: { pub: isCursor, sub: isCursor } },
      points: { size: 7, width: 2, fill: () => colourOf('--panel') },
    },
    hooks: {
      ready: [setting.onReady],
      setCursor: [({ cursor }) => setting.onCursor(cursor.idx ?? null)],
      setSelect: [(plot) => handleSelection(plot, setting)],
      draw: [
        (plot) => {
          setting.onLayout(measureLayout(plot));
          if (many) drawLabels(plot, setting);
        },
      ],
    },
  };
}

function measureLayout({ bbox, ctx, width }: uPlot): PlotLayout {
  const ratio = ctx.canvas.width / width;
  return {
    left: bbox.left / ratio,
    top: bbox.top / ratio,
    width: bbox.width / ratio,
    height: bbox.height / ratio,
  };
}

const isCursor: uPlot.Cursor.Sync.Filter = (type) => type === 'mousemove' || type === 'mouseleave';

/** The peaks only extend the value axis: a band or the range of a dense line shows them. */
const HIDDEN_PEAKS: uPlot.Series = {
  stroke: 'transparent',
  width: 0,
  points: { show: false },
};

function createSeriesOptions(data: ChartData, index: number, { colourOf }: PlotSetting): uPlot.Series[] {
  const peaks = hasPeaks(data);
  const { colour, dash } = chooseLineStyle(index);
  const line: uPlot.Series = {
    stroke: () => colourOf(colour),
    width: 1.5,
    dash: [...dash],
    points: { size: 4, fill: () => colourOf(colour) },
  };
  if (isDense(data)) {
    Object.assign(line, { paths: buildDensePath(peaks), points: { show: false } });
    if (fillsRange(data)) line.fill = () => `${colourOf(colour)}${RANGE_ALPHA}`;
  }
  return peaks ? [HIDDEN_PEAKS, line] : [line];
}

function createBandOptions(index: number, { colourOf }: PlotSetting): uPlot.Band {
  const { colour } = chooseLineStyle(index);
  return { series: [2 * index + 1, 2 * index + 2], fill: () => `${colourOf(colour)}${RANGE_ALPHA}` };
}

const createBaseAxis = ({ colourOf }: PlotSetting) => ({
  stroke: () => colourOf('--mut'),
  font: FONT,
  grid: { stroke: () => colourOf('--line-soft'), width: 1 },
  ticks: { show: false },
});

function createTimeAxis(setting: PlotSetting): uPlot.Axis {
  const { timeZone } = setting;
  return {
    ...createBaseAxis(setting),
    size: AXIS_HEIGHT,
    gap: 6,
    lineGap: 1.3,
    splits: ({ width }, _axis, from, to) =>
      computeTimeTicks(from, to, timeZone, Math.floor(width / TICK_WIDTH)),
    values: (_plot, splits) => formatTickLabels(splits, timeZone),
  };
}

function createValueAxis(setting: PlotSetting): uPlot.Axis {
  const incrs = INCREMENTS[setting.unit];
  return {
    ...createBaseAxis(setting),
    size: (_plot, values) => computeLabelWidth(values) + 14,
    gap: 6,
    space: 34,
    ...(incrs && { incrs }),
    values: (_plot, splits) => splits.map((value) => formatValue(setting.unit, value)),
  };
}

/**
 * Returns the width of the longest label, estimated from its length, because uPlot repeats the layout until
 * the width is stable.
 */
const computeLabelWidth = (labels: readonly string[] | null): number =>
  Math.ceil(LETTER_WIDTH * Math.max(LEAST_LETTERS, ...(labels ?? []).map(({ length }) => length)));

function handleSelection(plot: uPlot, { onSelect }: PlotSetting): void {
  const { left, width } = plot.select;
  if (width < LEAST_DRAG_PX) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onSelect(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
}
