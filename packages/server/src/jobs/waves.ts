/** Divides the devices of a job into waves and decides when the next wave begins. No side effects. */

/** Returns the wave of the `index`th of `count` devices; `waves` are cumulative shares in per cent, the last one 100. */
export function assignWave(index: number, count: number, waves: readonly number[]): number {
  const wave = waves.findIndex((percent) => index < Math.ceil((count * percent) / 100));
  return wave === -1 ? waves.length - 1 : wave;
}

export interface WaveRow {
  readonly wave: number;
  readonly state: string;
}

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const FAILED: ReadonlySet<string> = new Set(['failed', 'expired']);

export type WaveDecision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'over' }
  | { readonly kind: 'begin'; readonly wave: number }
  | { readonly kind: 'stop'; readonly failed: number; readonly of: number };

/**
 * Decides about a job whose waves up to `current` have begun. After a successful wave, the next wave with
 * devices begins. When more than `abortPercent` of the devices have failed, the later waves are stopped.
 */
export function decideWave(rows: readonly WaveRow[], current: number, abortPercent: number): WaveDecision {
  const later = rows.filter(({ wave, state }) => wave > current && OPEN.has(state));
  if (later.length === 0) return { kind: 'over' };
  const begun = rows.filter(({ wave, state }) => wave <= current && state !== 'skipped');
  const failed = begun.filter(({ state }) => FAILED.has(state)).length;
  if (failed > 0 && failed * 100 > begun.length * abortPercent)
    return { kind: 'stop', failed, of: begun.length };
  if (begun.some(({ state }) => OPEN.has(state))) return { kind: 'wait' };
  return { kind: 'begin', wave: Math.min(...later.map(({ wave }) => wave)) };
}
