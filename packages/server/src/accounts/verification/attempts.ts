import { DomainError, type ErrorName } from '@northlight/contract';
import { MINUTE_MS, createRandomId } from '@northlight/runtime';
import type { DbOrTx } from '../../platform/db/database.ts';
import { addAttempt, listLatestAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import type { Services } from '../../services.ts';

export interface FailureRule {
  /** Number of failures within the window that blocks the key. */
  readonly maxFailures: number;
  readonly windowMs: number;
  /** Time for which the key is blocked after the last failure. */
  readonly refusalMs: number;
  readonly error: ErrorName;
}

/** Ten failures within 15 min block further attempts for 30 min. */
export const PASSWORD_FAILURES: FailureRule = {
  maxFailures: 10,
  windowMs: 15 * MINUTE_MS,
  refusalMs: 30 * MINUTE_MS,
  error: 'tooManyFailures',
};

/**
 * Counts an attempt as failed before it runs, so that parallel attempts cannot exceed the limit. Throws when
 * the key is blocked. Returns the attempt's id. `withdrawAttempt` takes this id if the attempt succeeds or
 * does not run.
 */
export async function beginAttempt(
  { db, clock, entropy }: Pick<Services, 'db' | 'clock' | 'entropy'>,
  key: string,
  rule: FailureRule,
): Promise<string> {
  const now = clock.now();
  const id = createRandomId(entropy, now);
  // Rejects a blocked key without locking. Other attempts take the lock, so that they are counted exactly.
  await checkFailures(db, key, rule, now);
  await db.transaction().execute(async (tx) => {
    await lockLimitKey(tx, key);
    await checkFailures(tx, key, rule, now);
    await addAttempt(tx, key, id, new Date(now));
  });
  return id;
}

async function checkFailures(tx: DbOrTx, key: string, rule: FailureRule, now: number): Promise<void> {
  const since = new Date(now - rule.refusalMs - rule.windowMs);
  const recent = await listLatestAttempts(tx, key, since, rule.maxFailures);
  const [newest] = recent;
  const oldest = recent.at(rule.maxFailures - 1);
  if (!newest || !oldest) return;
  const isWithinWindow = newest.getTime() - oldest.getTime() <= rule.windowMs;
  if (isWithinWindow && now - newest.getTime() < rule.refusalMs) throw new DomainError(rule.error);
}
