/**
 * A figure and its threshold. An alarm is raised after `toleranceMs` at or above the threshold, and resolved
 * below the threshold minus the hysteresis. For a low threshold, it is raised at or below the threshold, and
 * resolved above the threshold plus the hysteresis.
 */
export interface WatchedFigure {
  /** Latest value; undefined without a recent report. */
  readonly value: number | undefined;
  readonly threshold: number;
  readonly hysteresis: number;
  readonly isLow: boolean;
  readonly toleranceMs: number;
  /** Time since which the figure has reached the threshold. */
  readonly since: number | undefined;
  readonly open: boolean;
  readonly now: number;
}

export type ThresholdAction = 'begin' | 'forget' | 'raise' | 'resolve' | 'stay';

export function evaluateThreshold(watched: WatchedFigure): ThresholdAction {
  const { hysteresis, isLow, now, open, since, threshold, toleranceMs, value } = watched;
  /** Distance from the threshold, which is positive on the side of the alarm. */
  const excess = value === undefined ? undefined : isLow ? threshold - value : value - threshold;
  if (open) return excess === undefined || excess < -hysteresis ? 'resolve' : 'stay';
  if (excess === undefined || excess < 0) return since === undefined ? 'stay' : 'forget';
  if ((since ?? now) + toleranceMs <= now) return 'raise';
  return since === undefined ? 'begin' : 'stay';
}
