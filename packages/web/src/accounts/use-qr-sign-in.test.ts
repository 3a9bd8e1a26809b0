import { expect, it } from 'vitest';
import { ApiError } from '../kit/api/api-error.ts';
import { failure } from './use-qr-sign-in.ts';

it('tells a lost connection, an ended code and a limit apart', () => {
  expect(failure(ApiError.unreachable()).name).toBe('network-error');
  expect(failure(new ApiError(503, { code: 2000 })).name).toBe('network-error');
  for (const code of [3101, 3102, 3103]) expect(failure(new ApiError(401, { code })).name).toBe('expired');
  expect(failure(new ApiError(429, { code: 80, message: 'Wait.' }))).toEqual({
    name: 'refused',
    sentence: 'Wait.',
  });
});
