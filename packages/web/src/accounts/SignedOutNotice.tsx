import { ERRORS } from '@northlight/contract';
import { Notice } from '../ui/Notice.tsx';

const REASONS = [ERRORS.sessionEnded, ERRORS.signedInElsewhere, ERRORS.passwordModified];

/**
 * Returns the message for the `why` parameter of the sign-in address. Ignores unknown values, because the
 * address is not trusted.
 */
export function getSignedOutReason(why: string | null): string | undefined {
  if (why === 'idle') return 'You were signed out because of inactivity. Sign in again.';
  return REASONS.find(({ code }) => String(code) === why)?.message;
}

export function SignedOutNotice() {
  const sentence = getSignedOutReason(new URLSearchParams(window.location.search).get('why'));
  return sentence === undefined ? null : <Notice tone="plain">{sentence}</Notice>;
}
