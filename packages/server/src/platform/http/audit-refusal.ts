import { DomainError } from '@northlight/contract';
import { type Clock, type Entropy, MINUTE_MS, createRecentMap } from '@northlight/runtime';
import type { DbOrTx } from '../db/database.ts';
import { auditAttempt, type AuditEntry } from './audit-request.ts';
import type { RequestContext } from './request-context.ts';

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

interface RefusalServices {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly refusalRows: RefusalRowLimiter;
}

/**
 * Writes the audit row of a refused attempt. An overload (503) and a limit that an account has reached (429)
 * get no row: both refuse before any work, and the attempt that reached the limit has its row.
 */
export async function auditRefusal(
  services: RefusalServices,
  db: DbOrTx,
  context: RequestContext,
  entry: Omit<AuditEntry, 'result'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof DomainError) || error.status === 503) return;
  const isAnonymous = context.principal.kind === 'anonymous';
  if (!isAnonymous && error.status === 429) return;
  const leftOut = isAnonymous ? services.refusalRows.take(context.network, services.clock.now()) : 0;
  if (leftOut === undefined) return;
  const note = leftOut > 0 ? `${leftOut} refused attempts before this one have no row` : undefined;
  const after = [entry.after, note].filter((part) => part !== undefined).join('; ');
  await auditAttempt(services, db, context, { ...entry, result: 'refused', ...(after !== '' && { after }) });
}
