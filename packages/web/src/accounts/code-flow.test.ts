import { expect, it } from 'vitest';
import { ApiError } from '../kit/api/api-error.ts';
import { withWait } from './code-flow.ts';

it('says how long to wait for another code, where it is known', () => {
  const minute = new ApiError(429, { code: 53, message: 'A code was sent less than a minute ago.' });
  expect(withWait(minute, 63_000, 20_500)).toMatchObject({
    code: 53,
    message: 'A code was sent less than a minute ago. Ask again in 43 seconds.',
  });
  expect(withWait(minute, 21_000, 20_500)).toMatchObject({
    message: expect.stringMatching(/in 1 second\.$/),
  });
  expect(withWait(minute, undefined, 0)).toBe(minute);
  const hour = new ApiError(429, { code: 51, message: 'Too many codes this hour. Try again later.' });
  expect(withWait(hour, 63_000, 0)).toBe(hour);
});
