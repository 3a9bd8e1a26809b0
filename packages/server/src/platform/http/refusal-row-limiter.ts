import { createRecentMap, MINUTE_MS } from '@northlight/runtime';

const ROWS_PER_WINDOW = 20;
const WINDOW_MS = 15 * MINUTE_MS;
const MAX_NETWORKS = 50_000;

interface Window {
  readonly since: number;
  readonly rows: number;
  /** Number of refusals that got no row, since the last row. */
  readonly leftOut: number;
}

/**
 * Limits the audit rows of refused attempts without a session to 20 per 15 min and network, because the audit is kept and
 * chained. Counts in memory per process.
 */
export class RefusalRowLimiter {
  readonly #windows = createRecentMap<Window>(MAX_NETWORKS);

  /**
   * Counts a refusal at `now` (ms). If the refusal gets a row, returns the number of refusals omitted since
   * the last row; otherwise undefined.
   */
  take(network: string, now: number): number | undefined {
    const stored = this.#windows.get(network);
    const window: Window =
      stored && now - stored.since < WINDOW_MS
        ? stored
        : { since: now, rows: 0, leftOut: stored?.leftOut ?? 0 };
    const hasRow = window.rows < ROWS_PER_WINDOW;
    this.#windows.set(network, {
      since: window.since,
      rows: window.rows + (hasRow ? 1 : 0),
      leftOut: hasRow ? 0 : window.leftOut + 1,
    });
    return hasRow ? window.leftOut : undefined;
  }
}
