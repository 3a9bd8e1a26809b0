import { sendRequest } from './send-request.ts';
import {
  computeCloudTime,
  clampToOneDay,
  chainStep,
  type LinkState,
  createStep,
  type Step,
} from './state.ts';
import type { Credential } from './saved-state.ts';

/**
 * Maximum random factor of waits, so that devices installed on the same day do not renew at the same time.
 */
const SPREAD = 1.1;

/**
 * Returns the credential for the next connection attempt: the renewed one. After a refusal, attempts
 * alternate between the renewed and the current one.
 */
export function getCredentialInUse({ saved, refusals }: LinkState): Credential | undefined {
  return saved.next && refusals % 2 === 0 ? saved.next : saved.credential;
}

/** Handles an accepted credential: makes it the current credential and deletes the other one. */
export function promoteAccepted(state: LinkState): Step {
  const accepted = getCredentialInUse(state);
  if (!state.saved.next || !accepted) return createStep(state);
  const { next: _next, ...saved } = state.saved;
  return createStep({ ...state, saved: { ...saved, credential: accepted } }, { type: 'save' });
}

/** Requests the next credential when the current one is due for renewal, otherwise sets the timer. */
export function renewIfDue(state: LinkState, now: number): Step {
  const { credential, next, renewedAt } = state.saved;
  if (!credential || next || state.phase !== 'online' || state.role !== 'device') return createStep(state);
  if (state.offsetMs === undefined) return createStep(state);
  const cloudTime = computeCloudTime(state, now);
  // Counts the age from now if no date is stored, or if a wrong clock caused a date in the future.
  if (renewedAt === undefined || renewedAt > cloudTime)
    return chainStep(
      createStep({ ...state, saved: { ...state.saved, renewedAt: cloudTime } }, { type: 'save' }),
      (started) => waitForRenewal(started, state.renewAfterMs),
    );
  const left = renewedAt + state.renewAfterMs - cloudTime;
  if (left > 0) return waitForRenewal(state, left);
  return chainStep(sendRequest(state, { kind: 'credential' }), (requested) =>
    waitForRenewal(requested, state.renewAfterMs),
  );
}

/**
 * Saves the renewed credential for the next connection; the current one stays until the cloud accepts the new
 * one.
 */
export function handleRenewed(
  state: LinkState,
  { token, epoch }: { readonly token: string; readonly epoch: number },
  now: number,
): Step {
  const { credential } = state.saved;
  if (!credential) return createStep(state);
  const next = { ...credential, token, epoch };
  return createStep(
    { ...state, saved: { ...state.saved, next, renewedAt: computeCloudTime(state, now) } },
    { type: 'save' },
  );
}

function waitForRenewal(state: LinkState, ms: number): Step {
  const minMs = clampToOneDay(ms);
  return createStep(state, { type: 'wait', timer: 'renew', minMs, maxMs: minMs * SPREAD });
}
