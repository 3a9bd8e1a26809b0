import type { MetricUnit } from '@northlight/contract';
import { useLayoutEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartData, isEmpty } from './chart-data.ts';
import classes from './charts.module.css';
import { chooseLineStyle } from './line-style.ts';
import { toColumns } from './plot/columns.ts';
import { watchScheme } from './plot/scheme-colours.ts';
import { summarizeChart } from './summary.ts';
import { formatTickLabels, computeTimeTicks } from './plot/ticks.ts';
import { computeAxisRange, formatValue, INCREMENTS } from './units.ts';

interface StaticChartProps {
  readonly title: string;
  readonly unit: MetricUnit;
  readonly data: ChartData;
  readonly timeZone: string;
  /** Text that is shown without data: which data appears here and when. */
  readonly empty: string;
}

/** A chart for wall displays, without interaction. It fills its container and inherits the font size. */
export function StaticChart({ data, empty, timeZone, title, unit }: StaticChartProps) {
  if (isEmpty(data)) return <p className="mut">{empty}</p>;
  return (
    <figure className="column grow shrink-y" aria-label={summarizeChart(title, data, unit, timeZone)}>
      <Canvas
        key={`${data.series.map(({ id }) => id).join()} ${unit} ${timeZone}`}
        {...{ data, timeZone, unit }}
      />
      {data.series.length > 1 && (
        <figcaption className={`flex mut ${classes['stillLegend']}`} aria-hidden="true">
          {data.series.map(({ id, label }, index) => (
            <span key={id}>
              <i
                style={{
                  borderTopColor: `var(${chooseLineStyle(index).colour})`,
                  borderTopStyle: getDashStyle(index),
                }}
              />
              {label}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

const getDashStyle = (index: number): 'solid' | 'dashed' =>
  chooseLineStyle(index).dash.length > 0 ? 'dashed' : 'solid';

type CanvasProps = Pick<StaticChartProps, 'data' | 'timeZone' | 'unit'>;

function Canvas(props: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const latest = useRef(props);
  const { data } = props;

  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    plot.current?.setData(toColumns(data));
  }, [data]);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const scheme = watchScheme(node, () => plot.current?.redraw(false));
    // Draws a new plot for each size, because the axes depend on the font size, which follows the screen
    // size.
    const draw = (): void => {
      const { clientHeight: height, clientWidth: width } = node;
      if (plot.current?.width === width && plot.current.height === height) return;
      plot.current?.destroy();
      const options = buildOptions(() => latest.current, scheme.colourOf, node);
      plot.current = new UPlot(options, toColumns(latest.current.data), node);
    };
    const resized = new ResizeObserver(draw);
    resized.observe(node);
    return () => {
      scheme.stop();
      resized.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, []);
  return <div ref={box} className="grow shrink-x shrink-y clipped" aria-hidden="true" />;
}

/** Average width of a character, and the gap beside the labels, in units of the font size. */
const CHARACTER_EM = 0.6;
const LABEL_GAP_EM = 1;
const LEAST_AXIS_EM = 2.6;

/** Returns the width of a value axis for its labels, in units of the font size. */
const measureAxis = (labels: readonly string[] | null): number =>
  Math.max(
    LEAST_AXIS_EM,
    LABEL_GAP_EM + CHARACTER_EM * Math.max(0, ...(labels ?? []).map(({ length }) => length)),
  );

/** Draws a point for a value between two gaps, which a line would not show. */
const isolatedPoints: UPlot.Series.Points.Filter = (plot, line) => {
  const values = plot.data[line] ?? [];
  const alone: number[] = [];
  for (const [index, value] of values.entries())
    if (value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null)
      alone.push(index);
  return alone;
};

function buildOptions(
  current: () => CanvasProps,
  colourOf: (name: string) => string,
  node: HTMLElement,
): UPlot.Options {
  const { data, timeZone, unit } = current();
  const { clientHeight: height, clientWidth: width } = node;
  const letters = Number.parseFloat(getComputedStyle(node).fontSize);
  const font = `${Math.round(letters)}px "Inter Variable", system-ui, sans-serif`;
  const incrs = INCREMENTS[unit];
  const axis = {
    stroke: () => colourOf('--mut'),
    font,
    grid: { stroke: () => colourOf('--line-soft'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    // The last time label is centred on the edge of the plot.
    padding: [letters, letters * 1.8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [current().data.from, current().data.to] },
      y: { range: (_plot, low, high) => computeAxisRange(unit, low, high) },
    },
    series: [
      {},
      ...data.series.map((_, index) => ({
        stroke: () => colourOf(chooseLineStyle(index).colour),
        fill: () => `${colourOf(chooseLineStyle(index).colour)}22`,
        width: Math.max(1.5, letters / 7),
        dash: [...chooseLineStyle(index).dash],
        points: { show: false, size: letters / 2, filter: isolatedPoints },
      })),
    ],
    axes: [
      {
        ...axis,
        size: letters * 1.7,
        gap: letters / 2,
        splits: (plot, _axis, from, to) =>
          computeTimeTicks(from, to, timeZone, Math.floor(plot.width / (letters * 6))),
        // Drops the second line of a label, because a wall display needs no date.
        values: (_plot, splits) =>
          formatTickLabels(splits, timeZone).map((text) => text.split('\n')[0] ?? ''),
      },
      {
        ...axis,
        size: (_plot, values) => letters * measureAxis(values),
        space: letters * 3,
        ...(incrs && { incrs }),
        values: (_plot, splits) => splits.map((value) => formatValue(unit, value)),
      },
    ],
  };
}
