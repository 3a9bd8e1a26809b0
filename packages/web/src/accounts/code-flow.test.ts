import { expect, it } from 'vitest';
import { ApiError } from '../kit/api/api-error.ts';
import { addWaitTime } from './code-flow.ts';

it('adds the remaining seconds to the message if the page knows the end of the wait', () => {
  const minute = new ApiError(429, {
    code: 53,
    message: 'A code was sent less than 1 min ago. Try again in 1 min.',
  });
  expect(addWaitTime(minute, 63_000, 20_500)).toMatchObject({
    code: 53,
    message: 'A code was sent less than 1 min ago. Try again in 43 s.',
  });
  expect(addWaitTime(minute, 21_000, 20_500)).toMatchObject({
    message: expect.stringMatching(/in 1 s\.$/),
  });
  expect(addWaitTime(minute, undefined, 0)).toBe(minute);
  const hour = new ApiError(429, {
    code: 51,
    message: 'Too many codes were requested within 1 h. Try again later.',
  });
  expect(addWaitTime(hour, 63_000, 0)).toBe(hour);
});
