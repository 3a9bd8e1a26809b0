/** A figure against its threshold: it must stay above for a while to begin, and fall well below to end. */
export interface Watched {
  /** Absent when nobody has told it lately. */
  readonly value: number | undefined;
  readonly threshold: number;
  readonly hysteresis: number;
  readonly toleranceMs: number;
  /** Since when it has been at or above the threshold. */
  readonly since: number | undefined;
  readonly open: boolean;
  readonly now: number;
}

export type Verdict = 'begin' | 'forget' | 'raise' | 'resolve' | 'stay';

export function judgeThreshold(watched: Watched): Verdict {
  const { hysteresis, now, open, since, threshold, toleranceMs, value } = watched;
  if (open) return value === undefined || value < threshold - hysteresis ? 'resolve' : 'stay';
  if (value === undefined || value < threshold) return since === undefined ? 'stay' : 'forget';
  if ((since ?? now) + toleranceMs <= now) return 'raise';
  return since === undefined ? 'begin' : 'stay';
}
