import { ERRORS } from '@northlight/contract';
import { expect, it } from 'vitest';
import { sentenceOfEnd } from './EndNotice.tsx';

it('says why a session ended, and nothing else that an address says', () => {
  expect(sentenceOfEnd('10')).toBe(ERRORS.sessionEnded.message);
  expect(sentenceOfEnd('70')).toBe(ERRORS.passwordModified.message);
  expect(sentenceOfEnd('idle')).toMatch(/nothing had happened/);
  for (const other of [null, '9', '914', '<b>']) expect(sentenceOfEnd(other)).toBeUndefined();
});
