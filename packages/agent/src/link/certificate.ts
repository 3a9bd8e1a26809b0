import type { DeviceAnswer } from '@northlight/contract/device-protocol';
import { ask } from './ask.ts';
import { cloudNow, untilAtMostADay, chain, type LinkState, step, type Step } from './state.ts';
import type { KeptCertificate } from './saved.ts';

/** A certificate is renewed when this share of its life is over. */
const RENEW_AT = 2 / 3;
/** A fleet that was put up on one day does not ask in one minute. */
const SPREAD = 1.1;
/** After so many failures in a row one attempt goes without it: a connection that just ends does not say why. */
const FAILURES_BEFORE_TOKEN = 3;
const ASK_AGAIN_MS = 3_600_000;

/** The certificate for the next attempt; none while it is of no use, and every third time that attempts fail. */
export function certificateInUse(state: LinkState, now: number): KeptCertificate | undefined {
  const { certificate } = state.saved;
  if (!certificate || !state.certifies || state.as !== 'device') return undefined;
  const over = state.offsetMs !== undefined && certificate.notAfter <= cloudNow(state, now);
  const doubted = state.failures > 0 && state.failures % FAILURES_BEFORE_TOKEN === 0;
  return over || doubted ? undefined : certificate;
}

/** The cloud does not accept the certificate: the token has to do, and a new one is asked for when that was accepted. */
export function withoutCertificate(state: LinkState): LinkState {
  const { certificate: _refused, ...saved } = state.saved;
  return { ...state, saved };
}

/** Asks for a certificate when there is none, when two thirds of its life are over, or when it was of no use just now. */
export function certifyIfDue(state: LinkState, now: number): Step {
  const { certificate } = state.saved;
  if (!state.certifies || state.phase !== 'online' || state.as !== 'device') return step(state);
  if (state.offsetMs === undefined || state.certifying !== undefined) return step(state);
  const left = certificate && state.certified ? renewalOf(certificate) - cloudNow(state, now) : 0;
  if (left > 0) return waitToCertify(state, left);
  return step({ ...state, certifying: 'key' }, { type: 'newKey' });
}

/** A key was made: its request goes out, and the key waits for the answer. */
export function onNewKey(
  state: LinkState,
  { csr, key }: { readonly csr: string; readonly key: string },
): Step {
  if (state.certifying !== 'key' || state.phase !== 'online')
    return step({ ...state, certifying: undefined });
  return ask({ ...state, certifying: { key } }, { kind: 'certificate', csr });
}

/** Kept, and used from the next connection on. */
export function onCertificate(
  state: LinkState,
  { certificate, notAfter }: Extract<DeviceAnswer, { kind: 'certificate' }>,
  now: number,
): Step {
  const { certifying } = state;
  if (typeof certifying !== 'object') return step(state);
  const issuedAt = cloudNow(state, now);
  const kept: KeptCertificate = { certificate, key: certifying.key, issuedAt, notAfter };
  const next: LinkState = { ...state, certifying: undefined, saved: { ...state.saved, certificate: kept } };
  return chain(step(next, { type: 'save' }), (saved) => waitToCertify(saved, renewalOf(kept) - issuedAt));
}

/** The cloud issues none now: asked again later, and at the next connection. */
export const onNoCertificate = (state: LinkState): Step =>
  waitToCertify({ ...state, certifying: undefined }, ASK_AGAIN_MS);

const renewalOf = ({ issuedAt, notAfter }: KeptCertificate): number =>
  issuedAt + (notAfter - issuedAt) * RENEW_AT;

function waitToCertify(state: LinkState, ms: number): Step {
  const minMs = untilAtMostADay(ms);
  return step(state, { type: 'wait', timer: 'certify', minMs, maxMs: minMs * SPREAD });
}
