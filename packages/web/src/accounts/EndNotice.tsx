import { ERRORS } from '@northlight/contract';
import { Notice } from '../ui/Notice.tsx';

const ENDS = [ERRORS.sessionEnded, ERRORS.signedInElsewhere, ERRORS.passwordModified];

/** Why somebody finds himself before the door; nothing that an address says is shown as it stands. */
export function sentenceOfEnd(why: string | null): string | undefined {
  if (why === 'idle') return 'You were signed out, because nothing had happened for a while.';
  return ENDS.find(({ code }) => String(code) === why)?.message;
}

export function EndNotice() {
  const sentence = sentenceOfEnd(new URLSearchParams(window.location.search).get('why'));
  return sentence === undefined ? null : <Notice tone="plain">{sentence}</Notice>;
}
