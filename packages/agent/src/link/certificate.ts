import type { DeviceAnswer } from '@northlight/contract/device-protocol';
import { sendRequest } from './send-request.ts';
import {
  computeCloudTime,
  clampToOneDay,
  chainStep,
  type LinkState,
  createStep,
  type Step,
} from './state.ts';
import type { StoredCertificate } from './saved-state.ts';

/** Share of its lifetime after which a certificate is renewed. */
const RENEW_AT_SHARE = 2 / 3;
/**
 * Maximum random factor of waits, so that devices installed on the same day do not send requests at the same
 * time.
 */
const SPREAD = 1.1;
/**
 * Number of failed attempts before an attempt without the certificate, because a broken handshake gives no
 * reason.
 */
const FAILURES_BEFORE_TOKEN = 3;
const RETRY_MS = 3_600_000;

/**
 * Returns the certificate for the next connection attempt; undefined when it has expired and after every
 * third failure in a row.
 */
export function getCertificateInUse(state: LinkState, now: number): StoredCertificate | undefined {
  const { certificate } = state.saved;
  if (!certificate || !state.usesCertificates || state.role !== 'device') return undefined;
  const isExpired = state.offsetMs !== undefined && certificate.notAfter <= computeCloudTime(state, now);
  const isSkipped = state.failures > 0 && state.failures % FAILURES_BEFORE_TOKEN === 0;
  return isExpired || isSkipped ? undefined : certificate;
}

/** Deletes a refused certificate: the device connects with its token and then requests a new certificate. */
export function omitCertificate(state: LinkState): LinkState {
  const { certificate: _refused, ...saved } = state.saved;
  return { ...state, saved };
}

/**
 * Requests a certificate when there is none, when it is due for renewal, or when this connection does not use
 * it.
 */
export function requestCertificateIfDue(state: LinkState, now: number): Step {
  const { certificate } = state.saved;
  if (!state.usesCertificates || state.phase !== 'online' || state.role !== 'device')
    return createStep(state);
  if (state.offsetMs === undefined || state.certificateRequest !== undefined) return createStep(state);
  const left =
    certificate && state.usingCertificate
      ? computeRenewalTime(certificate) - computeCloudTime(state, now)
      : 0;
  if (left > 0) return scheduleRequest(state, left);
  return createStep({ ...state, certificateRequest: 'key' }, { type: 'newKey' });
}

/** Handles a created key: sends its signing request and keeps the key until the answer. */
export function handleNewKey(
  state: LinkState,
  { csr, key }: { readonly csr: string; readonly key: string },
): Step {
  if (state.certificateRequest !== 'key' || state.phase !== 'online')
    return createStep({ ...state, certificateRequest: undefined });
  return sendRequest({ ...state, certificateRequest: { key } }, { kind: 'certificate', csr });
}

/** Saves an issued certificate, which the device uses from the next connection on. */
export function handleCertificate(
  state: LinkState,
  { certificate, notAfter }: Extract<DeviceAnswer, { kind: 'certificate' }>,
  now: number,
): Step {
  const { certificateRequest } = state;
  if (typeof certificateRequest !== 'object') return createStep(state);
  const issuedAt = computeCloudTime(state, now);
  const kept: StoredCertificate = { certificate, key: certificateRequest.key, issuedAt, notAfter };
  const next: LinkState = {
    ...state,
    certificateRequest: undefined,
    saved: { ...state.saved, certificate: kept },
  };
  return chainStep(createStep(next, { type: 'save' }), (saved) =>
    scheduleRequest(saved, computeRenewalTime(kept) - issuedAt),
  );
}

/** Handles a refusal to issue a certificate: requests one again in 1 h or after the next birth. */
export const handleNoCertificate = (state: LinkState): Step =>
  scheduleRequest({ ...state, certificateRequest: undefined }, RETRY_MS);

const computeRenewalTime = ({ issuedAt, notAfter }: StoredCertificate): number =>
  issuedAt + (notAfter - issuedAt) * RENEW_AT_SHARE;

function scheduleRequest(state: LinkState, ms: number): Step {
  const minMs = clampToOneDay(ms);
  return createStep(state, { type: 'wait', timer: 'certify', minMs, maxMs: minMs * SPREAD });
}
