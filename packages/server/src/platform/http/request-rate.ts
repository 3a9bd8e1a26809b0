import { DomainError } from '@northlight/contract';
import { type Clock, KeyedBucket } from '@northlight/runtime';
import type { Principal } from './principal.ts';

const REQUESTS_PER_MINUTE = 600;

/**
 * Limits requests of API clients, displays and visitors to 600 per minute and session. Console sessions of
 * accounts are not limited. Counts in memory per process, so that a restart begins with full buckets.
 */
export function createRequestRateLimit(
  clock: Clock,
  perMinute = REQUESTS_PER_MINUTE,
): (principal: Principal) => void {
  const buckets = new KeyedBucket({ ratePerSecond: perMinute / 60, burst: perMinute });
  return (principal) => {
    if (principal.kind === 'anonymous' || (principal.kind === 'account' && principal.access === 'web'))
      return;
    const now = clock.now();
    if (buckets.take(principal.sessionId, now)) return;
    throw new DomainError('repeated', {
      status: 429,
      message: 'More than 600 requests within 1 min. Try again in 1 min.',
      retryAfterSeconds: Math.ceil(buckets.waitMs(principal.sessionId, now) / 1000),
    });
  };
}
