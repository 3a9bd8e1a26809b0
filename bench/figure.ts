/** A figure of a bench: the measurement and its comparison, the goal, and whether it is reached. */
export interface Figure {
  readonly id: string;
  readonly text: string;
  readonly goal: string;
  readonly reached: boolean;
}

export const formatLine = ({ id, text, goal, reached }: Figure): string =>
  `${id} ${text} (goal ${goal}) ${reached ? 'ok' : 'MISS'}`;

/** Returns the quantile: the value below which a share of the samples lies. */
export function computeQuantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const formatMilliseconds = (ms: number): string => `${ms.toFixed(1)} ms`;
