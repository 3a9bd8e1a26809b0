import { ERRORS } from '@northlight/contract';
import { expect, it } from 'vitest';
import { signedOutReason } from './SignedOutNotice.tsx';

it('shows a known reason of a sign-out and ignores other values of the address', () => {
  expect(signedOutReason('10')).toBe(ERRORS.sessionEnded.message);
  expect(signedOutReason('70')).toBe(ERRORS.passwordModified.message);
  expect(signedOutReason('idle')).toMatch(/because of inactivity/);
  for (const other of [null, '9', '914', '<b>']) expect(signedOutReason(other)).toBeUndefined();
});
