import { DomainError, type ErrorName } from '@northlight/contract';
import { MINUTE_MS, randomId } from '@northlight/runtime';
import type { DbOrTx } from '../../platform/db/database.ts';
import { addAttempt, latestAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import type { Services } from '../../services.ts';

export interface FailureRule {
  /** So many failures within the window … */
  readonly maxFailures: number;
  readonly windowMs: number;
  /** … close the key for this long after the last of them. */
  readonly refusalMs: number;
  readonly error: ErrorName;
}

/** Ten failures within fifteen minutes: half an hour of refusal. */
export const PASSWORD_FAILURES: FailureRule = {
  maxFailures: 10,
  windowMs: 15 * MINUTE_MS,
  refusalMs: 30 * MINUTE_MS,
  error: 'tooManyFailures',
};

/**
 * Counts an attempt as failed before it is tried, so that parallel tries cannot pass the limit together. Throws when
 * the key is closed; answers the attempt's id, for `forgiveAttempt` when it turns out right or was never tried.
 */
export async function beginAttempt(
  { db, clock, entropy }: Pick<Services, 'db' | 'clock' | 'entropy'>,
  key: string,
  rule: FailureRule,
): Promise<string> {
  const now = clock.now();
  const id = randomId(entropy, now);
  // A closed key is refused by one look; only what may pass waits for the lock and is counted exactly.
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
  const recent = await latestAttempts(tx, key, since, rule.maxFailures);
  const [newest] = recent;
  const oldest = recent.at(rule.maxFailures - 1);
  if (!newest || !oldest) return;
  const together = newest.getTime() - oldest.getTime() <= rule.windowMs;
  if (together && now - newest.getTime() < rule.refusalMs) throw new DomainError(rule.error);
}
