import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartData, isDense } from '../chart-data.ts';
import classes from '../charts.module.css';
import { computeValueColumnIndex, toColumns, hasPeaks } from './columns.ts';
import { createPlotOptions, type PlotLayout, type PlotSetting } from './plot-options.ts';
import { watchScheme } from './scheme-colours.ts';

export interface PlotHandle {
  /** Moves the cursor of every chart of the page to this step; null hides it. */
  readonly moveCursor: (index: number | null) => void;
}

interface PlotProps extends Omit<PlotSetting, 'colourOf' | 'current' | 'onLayout' | 'onReady'> {
  readonly data: ChartData;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  readonly ref?: Ref<PlotHandle>;
}

/**
 * Draws the lines on a canvas. The canvas is hidden from screen readers, because the elements around it
 * describe the lines.
 */
export function Plot(props: PlotProps) {
  const { data, height, syncKey, timeZone, unit } = props;
  const lines = data.series.map(({ id }) => id).join();
  // A change of the lines needs a new plot; new values of the same lines do not.
  return (
    <Canvas
      key={`${lines} ${hasPeaks(data)} ${isDense(data)} ${unit} ${timeZone} ${syncKey} ${height}`}
      {...props}
    />
  );
}

function Canvas({ data, height, hidden, ref, ...setting }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const drawn = useRef<ChartData>(undefined);
  const latest = useRef({ data, height, setting });

  useLayoutEffect(() => {
    latest.current = { data, height, setting };
  });
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const { data: first, height: plotHeight, setting: given } = latest.current;
    const scheme = watchScheme(node, () => plot.current?.redraw(false));
    const options = createPlotOptions(
      first,
      {
        ...given,
        colourOf: scheme.colourOf,
        current: () => latest.current.data,
        onCursor: (index) => latest.current.setting.onCursor(index),
        onSelect: (from, to) => latest.current.setting.onSelect(from, to),
        onLayout: (sides) => publishLayout(node, sides),
        onReady: followCursor,
      },
      node.clientWidth,
      plotHeight,
    );
    const chart = new UPlot(options, toColumns(first), node);
    plot.current = chart;
    drawn.current = first;
    const resized = new ResizeObserver(() => {
      if (node.clientWidth !== chart.width) chart.setSize({ width: node.clientWidth, height: plotHeight });
    });
    resized.observe(node);
    return () => {
      scheme.stop();
      resized.disconnect();
      chart.destroy();
      plot.current = undefined;
    };
  }, []);
  useLayoutEffect(() => {
    const chart = plot.current;
    if (!chart) return;
    chart.batch(() => {
      if (drawn.current !== data) chart.setData(toColumns(data));
      for (const [index, { id }] of data.series.entries())
        showLine(chart, computeValueColumnIndex(data, index), hasPeaks(data), !hidden.has(id));
    });
    drawn.current = data;
  }, [data, hidden]);
  useEffect(() => {
    // Redraws the axes when the web fonts have loaded, because the width of their labels changes.
    void document.fonts.ready.then(() => plot.current?.redraw(false, true));
  }, []);

  const { syncKey } = setting;
  useImperativeHandle(ref, () => ({ moveCursor: (index) => moveCursors(syncKey, index) }), [syncKey]);
  return (
    <div ref={box} className={`shrink-x clipped ${classes['plot']}`} style={{ height }} aria-hidden="true" />
  );
}

/** Publishes the position of the plot to the marks that are drawn over it. */
function publishLayout(node: HTMLElement, sides: PlotLayout): void {
  const frame = node.closest<HTMLElement>('[data-plot-frame]');
  for (const [side, pixels] of Object.entries(sides))
    frame?.style.setProperty(`--plot-${side}`, `${pixels}px`);
}

function showLine(plot: UPlot, column: number, withPeaks: boolean, show: boolean): void {
  for (const each of withPeaks ? [column - 1, column] : [column])
    if (plot.series[each] && plot.series[each].show !== show) plot.setSeries(each, { show });
}

/** Places the cursor of a new plot at the time where the page's other plots have theirs. */
function followCursor(plot: UPlot): void {
  const key = plot.cursor.sync?.key;
  if (key === undefined) return;
  const other = UPlot.sync(key).plots.find(
    (each) => each !== plot && each.cursor.left !== undefined && each.cursor.left >= 0,
  );
  if (other?.cursor.left === undefined) return;
  const at = other.posToVal(other.cursor.left, 'x');
  plot.setCursor({ left: plot.valToPos(at, 'x'), top: plot.over.clientHeight / 2 });
}

function moveCursors(syncKey: string, index: number | null): void {
  for (const plot of UPlot.sync(syncKey).plots) {
    const at = index === null ? undefined : plot.data[0][index];
    plot.setCursor(
      at === undefined
        ? { left: -10, top: -10 }
        : { left: plot.valToPos(at, 'x'), top: plot.over.clientHeight / 2 },
    );
  }
}
