import { sendRequest } from './send-request.ts';
import { cloudNow, clampToOneDay, chain, type LinkState, step, type Step } from './state.ts';
import type { Credential } from './saved-state.ts';

/** Randomises waits, so that devices installed on the same day do not renew at the same time. */
const SPREAD = 1.1;

/** The credential for the next connection attempt: the renewed one; while it is refused, alternating with the present one. */
export function credentialInUse({ saved, refusals }: LinkState): Credential | undefined {
  return saved.next && refusals % 2 === 0 ? saved.next : saved.credential;
}

/** The cloud accepted a credential: makes it the present one and forgets the other. */
export function promoteAccepted(state: LinkState): Step {
  const accepted = credentialInUse(state);
  if (!state.saved.next || !accepted) return step(state);
  const { next: _next, ...saved } = state.saved;
  return step({ ...state, saved: { ...saved, credential: accepted } }, { type: 'save' });
}

/** Requests the next credential when the present one is due for renewal, else sets the timer. */
export function renewIfDue(state: LinkState, now: number): Step {
  const { credential, next, renewedAt } = state.saved;
  if (!credential || next || state.phase !== 'online' || state.role !== 'device') return step(state);
  if (state.offsetMs === undefined) return step(state);
  const cloudTime = cloudNow(state, now);
  // Without a date, or with one in the future from a wrong clock, the age counts from now.
  if (renewedAt === undefined || renewedAt > cloudTime)
    return chain(
      step({ ...state, saved: { ...state.saved, renewedAt: cloudTime } }, { type: 'save' }),
      (started) => waitForRenewal(started, state.renewAfterMs),
    );
  const left = renewedAt + state.renewAfterMs - cloudTime;
  if (left > 0) return waitForRenewal(state, left);
  return chain(sendRequest(state, { kind: 'credential' }), (requested) =>
    waitForRenewal(requested, state.renewAfterMs),
  );
}

/** Saves the renewed credential for the next connection; the present one stays until the new one is accepted. */
export function onRenewed(
  state: LinkState,
  { token, epoch }: { readonly token: string; readonly epoch: number },
  now: number,
): Step {
  const { credential } = state.saved;
  if (!credential) return step(state);
  const next = { ...credential, token, epoch };
  return step(
    { ...state, saved: { ...state.saved, next, renewedAt: cloudNow(state, now) } },
    { type: 'save' },
  );
}

function waitForRenewal(state: LinkState, ms: number): Step {
  const minMs = clampToOneDay(ms);
  return step(state, { type: 'wait', timer: 'renew', minMs, maxMs: minMs * SPREAD });
}
