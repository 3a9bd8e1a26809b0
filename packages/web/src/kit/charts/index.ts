export { Chart } from './Chart.tsx';
export type { ChartData, Line } from './chart-data.ts';
export { ChartsProvider } from './charts-context.tsx';
export { StaticChart } from './StaticChart.tsx';
export { type ChartMark, MARK_SIGNS } from './chart-mark.ts';
export { RangeControl } from './RangeControl.tsx';
export { type RangeState, useRange } from './use-range.ts';
export { useSeries } from './use-series.ts';
