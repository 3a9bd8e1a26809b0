/** Draws the same charts with the console's plot and with ECharts, for P14. */
import * as echarts from 'echarts';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartData } from '../../src/kit/charts/chart-data.ts';
import { toColumns } from '../../src/kit/charts/plot/columns.ts';
import { createPlotOptions } from '../../src/kit/charts/plot/plot-options.ts';
import { awaitPainting, awaitRest, getRoom } from '../painting.ts';

const WIDTH = 640;
const HEIGHT = 210;
const MINUTE = 60;
const FROM = 1_767_225_600;
const COLOURS: Readonly<Record<string, string>> = {
  '--chart-1': '#0f7b63',
  '--chart-2': '#1f5fbf',
  '--chart-3': '#a14a00',
};
const room = getRoom();

interface Sample {
  readonly chart: ChartData;
  /** Points of each line as ECharts expects them: time (ms) and value. */
  readonly pairs: readonly (readonly (readonly [number, number | null])[])[];
}

interface Drawing {
  readonly drawn: Promise<unknown>;
  readonly end: () => void;
}

/** Returns the same figures in every run: a daily curve with noise, and a gap. */
function createSample(lines: number, points: number): Sample {
  const computeValue = (line: number, index: number): number | null =>
    index % 700 < 5 ? null : 40 + 20 * Math.sin(index / 230 + line) + 9 * Math.sin(index * 1.7 + line * 3);
  const series = Array.from({ length: lines }, (_, line) => ({
    id: `line ${line}`,
    label: `Line ${line}`,
    values: Array.from({ length: points }, (__, index) => computeValue(line, index)),
  }));
  const pairs = series.map(({ values }) =>
    values.map((each, index) => [(FROM + index * MINUTE) * 1000, each] as const),
  );
  return { chart: { from: FROM, to: FROM + points * MINUTE, step: MINUTE, series }, pairs };
}

function createBox(): HTMLElement {
  const box = document.createElement('div');
  box.style.width = `${WIDTH}px`;
  box.style.height = `${HEIGHT}px`;
  room.append(box);
  return box;
}

function drawOurs({ chart }: Sample): Drawing {
  const setting = {
    unit: 'percent',
    timeZone: 'Europe/Lisbon',
    syncKey: 'bench',
    colourOf: (name: string) => COLOURS[name] ?? '#51606c',
    current: () => chart,
    onCursor: () => undefined,
    onSelect: () => undefined,
    onLayout: () => undefined,
    onReady: () => undefined,
  } as const;
  const plot = new UPlot(createPlotOptions(chart, setting, WIDTH, HEIGHT), toColumns(chart), createBox());
  return { drawn: Promise.resolve(), end: () => plot.destroy() };
}

const withECharts =
  (sampling: 'lttb' | undefined) =>
  ({ chart, pairs }: Sample): Drawing => {
    const plot = echarts.init(createBox());
    const drawn = new Promise<void>((resolve) => {
      plot.on('finished', () => resolve());
    });
    plot.setOption({
      animation: false,
      grid: { left: 50, right: 22, top: 10, bottom: 38 },
      xAxis: { type: 'time' },
      yAxis: { type: 'value', min: 0, max: 100 },
      tooltip: { trigger: 'axis' },
      series: chart.series.map(({ label }, index) => ({
        type: 'line',
        name: label,
        showSymbol: false,
        data: pairs[index],
        lineStyle: { width: 1 },
        ...(sampling && { sampling }),
      })),
    });
    return { drawn, end: () => plot.dispose() };
  };

const LIBRARIES = {
  ours: drawOurs,
  'echarts lttb': withECharts('lttb'),
  'echarts whole': withECharts(undefined),
};

/** Returns the milliseconds from the start of creating the charts to painting. */
async function measure(
  library: keyof typeof LIBRARIES,
  charts: number,
  lines: number,
  points: number,
): Promise<number> {
  const samples = Array.from({ length: charts }, () => createSample(lines, points));
  await awaitRest();
  const start = performance.now();
  const drawings = samples.map(LIBRARIES[library]);
  await Promise.all(drawings.map(({ drawn }) => drawn));
  await awaitPainting();
  const took = performance.now() - start;
  for (const { end } of drawings) end();
  room.replaceChildren();
  await awaitPainting();
  return took;
}

Object.assign(globalThis, { measure });
