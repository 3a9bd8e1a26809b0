import { DomainError } from '@northlight/contract';
import { type Clock, KeyedBucket, SystemClock } from '@northlight/runtime';
import { REFUSAL_DELAY_MS } from '../fair-queue.ts';
import type { Principal } from './principal.ts';

const REQUESTS_PER_MINUTE = 600;

/**
 * Limits requests of API clients, displays and visitors to 600 per minute and session. Console sessions of
 * accounts are not limited. Counts in memory per process, so that a restart begins with full buckets. Refuses after 250 ms:
 * a client that repeats refused requests at once would occupy a processor with them.
 */
export function createRequestRateLimit(
  clock: Clock,
  perMinute = REQUESTS_PER_MINUTE,
): (principal: Principal) => Promise<void> {
  // The delay concerns the connection alone, so that it passes on the real clock also where tests step the other one.
  const delays = new SystemClock();
  const buckets = new KeyedBucket({ ratePerSecond: perMinute / 60, burst: perMinute });
  return async (principal) => {
    if (principal.kind === 'anonymous' || (principal.kind === 'account' && principal.access === 'web'))
      return;
    const now = clock.now();
    if (buckets.take(principal.sessionId, now)) return;
    const retryAfterSeconds = Math.ceil(buckets.waitMs(principal.sessionId, now) / 1000);
    await new Promise<void>((resolve) => delays.after(REFUSAL_DELAY_MS, resolve));
    throw new DomainError('repeated', {
      status: 429,
      message: 'More than 600 requests within 1 min. Try again in 1 min.',
      retryAfterSeconds,
    });
  };
}
