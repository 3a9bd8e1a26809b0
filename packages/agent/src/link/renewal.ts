import { ask } from './ask.ts';
import { cloudNow, untilAtMostADay, chain, type LinkState, step, type Step } from './state.ts';
import type { Credential } from './saved.ts';

/** A fleet that was put up on one day does not ask in one minute. */
const SPREAD = 1.1;

/** The credential for the next attempt: the renewed one, and in turn with it the present one while it is refused. */
export function credentialInUse({ saved, refusals }: LinkState): Credential | undefined {
  return saved.next && refusals % 2 === 0 ? saved.next : saved.credential;
}

/** A credential was accepted: it is the present one, and another one is of no use any more. */
export function keepAccepted(state: LinkState): Step {
  const accepted = credentialInUse(state);
  if (!state.saved.next || !accepted) return step(state);
  const { next: _next, ...saved } = state.saved;
  return step({ ...state, saved: { ...saved, credential: accepted } }, { type: 'save' });
}

/** Asks for the next credential when the present one is old. */
export function renewIfDue(state: LinkState, now: number): Step {
  const { credential, next, renewedAt } = state.saved;
  if (!credential || next || state.phase !== 'online' || state.as !== 'device') return step(state);
  if (state.offsetMs === undefined) return step(state);
  const today = cloudNow(state, now);
  // One that is not counted yet, or by a clock that was wrong, is as young as today.
  if (renewedAt === undefined || renewedAt > today)
    return chain(
      step({ ...state, saved: { ...state.saved, renewedAt: today } }, { type: 'save' }),
      (counted) => waitForRenewal(counted, state.renewAfterMs),
    );
  const left = renewedAt + state.renewAfterMs - today;
  if (left > 0) return waitForRenewal(state, left);
  return chain(ask(state, { kind: 'credential' }), (asking) => waitForRenewal(asking, state.renewAfterMs));
}

/** Kept, and used from the next connection on: until then, and while it is refused, the present one holds. */
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
  const minMs = untilAtMostADay(ms);
  return step(state, { type: 'wait', timer: 'renew', minMs, maxMs: minMs * SPREAD });
}
