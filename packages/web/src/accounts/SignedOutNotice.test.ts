import { ERRORS } from '@northlight/contract';
import { expect, it } from 'vitest';
import { getSignedOutReason } from './SignedOutNotice.tsx';

it('shows a known reason of a sign-out and ignores other values of the address', () => {
  expect(getSignedOutReason('10')).toBe(ERRORS.sessionEnded.message);
  expect(getSignedOutReason('70')).toBe(ERRORS.passwordModified.message);
  expect(getSignedOutReason('idle')).toMatch(/because of inactivity/);
  for (const other of [null, '9', '914', '<b>']) expect(getSignedOutReason(other)).toBeUndefined();
});
