import { CONFIRMATION_MINUTES, DomainError } from '@northlight/contract';
import { createRandomId, MINUTE_MS } from '@northlight/runtime';
import { addAttempt, countAttempts, lockLimitKey } from '../db/limits.ts';
import type { RequestWork } from './commit-request.ts';
import type { RequestContext } from './request-context.ts';

const CONFIRMATION_MS = CONFIRMATION_MINUTES * MINUTE_MS;

/**
 * Requires a proof of identity within the last 10 min before an operation with serious effects: the deletion
 * or transfer of a project, write access for another account, the reset or removal of several devices, a token that may
 * write, a webhook, a revealed password. Throws `invalidParameters`
 * (code 400) with HTTP status 403 and a message at the field `confirmation`. API tokens are exempt, because
 * creating a token that may write requires the proof. Demo copies are exempt, because their devices are
 * simulated.
 */
export function requireConfirmation(context: RequestContext): void {
  const { principal, project } = context;
  const { clock } = context.services;
  if (principal.kind !== 'account' || principal.scope || project?.copy) return;
  const { access, confirmedAt = -Infinity } = principal;
  if (clock.now() - confirmedAt < CONFIRMATION_MS) return;
  const message =
    access === 'web'
      ? 'Confirm your identity first: enter your password, or a code when the second factor is on.'
      : `This operation needs a sign-in within the last ${CONFIRMATION_MINUTES} min. Open the console again from your own system.`;
  throw new DomainError('invalidParameters', { status: 403, message, fields: { confirmation: message } });
}

/**
 * Requires the same proof as `requireConfirmation`, for an operation on devices, as soon as the account has
 * reset or removed more than one device within 10 min, in one or several requests. The devices of this
 * request count too. Returns that number; in a demo copy, whose devices are simulated, that of this request.
 */
export async function requireConfirmationForMany(work: RequestWork, devices: number): Promise<number> {
  const { tx } = work;
  const { principal, project } = work.context;
  if (principal.kind !== 'account' || project?.copy || devices === 0) return devices;
  const now = work.services.clock.now();
  const key = `irreversible:${principal.account.id}`;
  await lockLimitKey(tx, key);
  const before = await countAttempts(tx, key, new Date(now - CONFIRMATION_MS));
  if (before + devices > 1) requireConfirmation(work.context);
  await addAttempt(tx, key, createRandomId(work.services.entropy, now), new Date(now));
  return before + devices;
}
