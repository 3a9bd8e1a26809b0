/**
 * P14: measures a page of charts from creation to painting, compared with ECharts in the same page of a real
 * browser.
 */
import { openBuiltPage } from './built-page.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const ROUNDS = 11;
/** Number of repetitions after which all code is compiled. */
const WARM_UP = 4;
const LINES = 3;
const SETS = [
  { text: 'four charts × 3 × 1,440', charts: 4, points: 1440, most: 0.5 },
  { text: 'one × 3 × 43,200', charts: 1, points: 43_200, most: 0.2 },
] as const;
const LIBRARIES = ['ours', 'echarts lttb', 'echarts whole'] as const;
type Library = (typeof LIBRARIES)[number];

export async function measureChartDrawing(): Promise<Figure[]> {
  await using built = await openBuiltPage('charts');
  const measure = (library: Library, charts: number, points: number): Promise<number> =>
    built.call('measure', library, charts, LINES, points);
  const figures: Figure[] = [];
  for (const { charts, most, points, text } of SETS) {
    const [opened, again] = [createEmptySamples(), createEmptySamples()];
    // Alternates between the two chart libraries, so that other load affects both equally.
    for (let round = 0; round < ROUNDS; round++)
      for (const library of LIBRARIES) {
        await built.page.goto(built.address);
        opened[library].push(await measure(library, charts, points));
        for (let time = 0; time < WARM_UP; time++) await measure(library, charts, points);
        again[library].push(await measure(library, charts, points));
      }
    const ratio = computeRatio(opened);
    figures.push({
      id: 'P14',
      text:
        `${text}, created and painted when a page opens: ${formatMedians(opened)}: ${ratio.toFixed(2)}× of the faster; ` +
        `redrawn: ${formatMedians(again)}: ${computeRatio(again).toFixed(2)}×; medians of ${ROUNDS}`,
      goal: `≤ ${most}×`,
      reached: ratio <= most,
    });
  }
  return figures;
}

const createEmptySamples = (): Record<Library, number[]> => ({
  ours: [],
  'echarts lttb': [],
  'echarts whole': [],
});
const computeMedian = (samples: readonly number[]): number => computeQuantile(samples, 0.5);
const computeRatio = (samples: Record<Library, number[]>): number =>
  computeMedian(samples.ours) /
  Math.min(computeMedian(samples['echarts lttb']), computeMedian(samples['echarts whole']));
const formatMedians = (samples: Record<Library, number[]>): string =>
  `${formatMilliseconds(computeMedian(samples.ours))}, ECharts with LTTB ${formatMilliseconds(computeMedian(samples['echarts lttb']))}, ` +
  `whole ${formatMilliseconds(computeMedian(samples['echarts whole']))}`;
