import { expect, it } from 'vitest';
import { ApiError } from '../kit/api/api-error.ts';
import { chooseErrorState } from './use-qr-sign-in.ts';

it('an unreachable server, an expired code and a refused request lead to different states', () => {
  expect(chooseErrorState(ApiError.unreachable()).name).toBe('network-error');
  expect(chooseErrorState(new ApiError(503, { code: 2000 })).name).toBe('network-error');
  for (const code of [3101, 3102, 3103])
    expect(chooseErrorState(new ApiError(401, { code })).name).toBe('expired');
  expect(chooseErrorState(new ApiError(429, { code: 80, message: 'Wait.' }))).toEqual({
    name: 'refused',
    sentence: 'Wait.',
  });
});
