import { DomainError } from '@northlight/contract';
import { HOUR_MS, createRandomId } from '@northlight/runtime';
import type { Tx } from '../../platform/db/database.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { createSession, type NewSession } from '../sessions/sessions.ts';

const DEMO_VISITS_PER_HOUR = 300;

export async function openDemo(services: Services, context: RequestContext): Promise<NewSession> {
  return commitRequest(services, context, async (tx, after) => {
    await countVisit(services, tx, context);
    const session = await createSession(services, tx, after, context, { accountId: null });
    await auditRequest(services, tx, context, {
      action: 'account.demo',
      object: 'visitor',
      actor: 'visitor',
    });
    return session;
  });
}

/** Limits demo visits per network, so that they cannot fill the sessions table. */
async function countVisit({ clock, entropy }: Services, tx: Tx, { network }: RequestContext): Promise<void> {
  const key = `demo:${network}`;
  const now = clock.now();
  await lockLimitKey(tx, key);
  if ((await countAttempts(tx, key, new Date(now - HOUR_MS))) >= DEMO_VISITS_PER_HOUR)
    throw new DomainError('repeated', {
      status: 429,
      message: 'Too many visits to the demo. Try again in 1 h.',
    });
  await addAttempt(tx, key, createRandomId(entropy, now), new Date(now));
}
