import { DomainError } from '@northlight/contract';
import { HOUR_MS, createRandomId } from '@northlight/runtime';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { createSession, type NewSession } from '../sessions/sessions.ts';

const DEMO_VISITS_PER_HOUR = 300;

export async function openDemo(context: RequestContext): Promise<NewSession> {
  return commitRequest(context, async (work) => {
    await countVisit(work);
    const session = await createSession(work, context, { accountId: null });
    await work.audit({
      action: 'account.demo',
      object: 'visitor',
      actor: 'visitor',
    });
    return session;
  });
}

/** Limits demo visits per network, so that they cannot fill the sessions table. */
async function countVisit(work: RequestWork): Promise<void> {
  const { network } = work.context;
  const { tx } = work;
  const { clock, entropy } = work.services;
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
