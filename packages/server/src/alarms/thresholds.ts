/**
 * A figure and its threshold. An alarm is raised after `toleranceMs` at or above the threshold, and resolved
 * below the threshold minus the hysteresis.
 */
export interface WatchedFigure {
  /** Latest value; undefined without a recent report. */
  readonly value: number | undefined;
  readonly threshold: number;
  readonly hysteresis: number;
  readonly toleranceMs: number;
  /** Time since which the figure has been at or above the threshold. */
  readonly since: number | undefined;
  readonly open: boolean;
  readonly now: number;
}

export type ThresholdAction = 'begin' | 'forget' | 'raise' | 'resolve' | 'stay';

export function evaluateThreshold(watched: WatchedFigure): ThresholdAction {
  const { hysteresis, now, open, since, threshold, toleranceMs, value } = watched;
  if (open) return value === undefined || value < threshold - hysteresis ? 'resolve' : 'stay';
  if (value === undefined || value < threshold) return since === undefined ? 'stay' : 'forget';
  if ((since ?? now) + toleranceMs <= now) return 'raise';
  return since === undefined ? 'begin' : 'stay';
}
