import { z } from 'zod';

/** Ranges of every chart (specification §2 and §9, and 1 h), in seconds. */
export const CHART_RANGES = {
  '1h': 3600,
  '12h': 12 * 3600,
  '24h': 24 * 3600,
  '72h': 72 * 3600,
  '7d': 7 * 86_400,
  '30d': 30 * 86_400,
} as const;
export const chartRange = z.enum(['1h', '12h', '24h', '72h', '7d', '30d']);
export type ChartRange = z.infer<typeof chartRange>;
export const DEFAULT_CHART_RANGE: ChartRange = '24h';

const MINUTE = 60;
const HOUR = 3600;
/** Longest window of each step; longer windows use hourly figures. */
const STEPS = [
  { upTo: 26 * HOUR, step: MINUTE },
  { upTo: 74 * HOUR, step: 5 * MINUTE },
  { upTo: 8 * 24 * HOUR, step: 15 * MINUTE },
] as const;
/** Minimum step for which figures are read from hourly roll-ups. */
export const ROLL_UP_STEP_SECONDS = HOUR;

/** Returns the seconds between two points of a chart that spans `spanSeconds`. */
export function chooseStep(spanSeconds: number): number {
  return STEPS.find(({ upTo }) => spanSeconds <= upTo)?.step ?? ROLL_UP_STEP_SECONDS;
}

/** Minimum and maximum length of a requested window. */
export const SHORTEST_WINDOW_SECONDS = 600;
export const LONGEST_WINDOW_SECONDS = 31 * 86_400;

export interface ChartWindow {
  /** Start and end in seconds since 1970, both on a step; `from` is inclusive, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/**
 * Returns the window that ends now, or the requested window, rounded to whole steps. It never ends after the
 * current step.
 */
export function computeChartWindow(
  asked: { readonly range: ChartRange } | { readonly from: number; readonly to: number },
  nowSeconds: number,
): ChartWindow {
  const span = 'range' in asked ? CHART_RANGES[asked.range] : asked.to - asked.from;
  const step = chooseStep(span);
  const end = Math.ceil(('range' in asked ? nowSeconds : Math.min(asked.to, nowSeconds)) / step) * step;
  const start = 'range' in asked ? end - span : Math.floor(asked.from / step) * step;
  return { from: Math.min(start, end - step), to: end, step };
}
