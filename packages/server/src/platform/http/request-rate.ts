import { DomainError } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';
import type { Principal } from './principal.ts';

const REQUESTS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;
/** Sessions that are counted at a time; the one that was quiet longest is forgotten first. */
const MOST_SESSIONS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Counts requests of programs and visitors: 600 a minute for each token, in a bucket that fills steadily. A person's
 * own console is not counted. Kept in memory: a restart forgives, and each process counts for itself.
 */
export function requestRate(clock: Clock, perMinute = REQUESTS_PER_MINUTE): (principal: Principal) => void {
  const buckets = new Map<string, Bucket>();
  return (principal) => {
    if (principal.kind === 'anonymous' || (principal.kind === 'account' && principal.access === 'web'))
      return;
    const now = clock.now();
    const bucket = buckets.get(principal.sessionId) ?? { tokens: perMinute, at: now };
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) * perMinute) / MINUTE_MS);
    bucket.at = now;
    buckets.delete(principal.sessionId);
    buckets.set(principal.sessionId, bucket);
    if (buckets.size > MOST_SESSIONS) buckets.delete(buckets.keys().next().value ?? '');
    if (bucket.tokens < 1)
      throw new DomainError('repeated', {
        status: 429,
        message: 'Too many requests. Try again in a moment.',
        retryAfterSeconds: Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / perMinute / 1000),
      });
    bucket.tokens--;
  };
}
