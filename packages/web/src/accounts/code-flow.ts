import { useState } from 'react';
import { ApiError } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';

export interface CodeFlow {
  readonly flowId: string;
  readonly account: string;
  /** Time from which another code can be requested (ms). */
  readonly resendAt: number;
}

const MINUTE_LIMIT = 53;
const MINUTE_MS = 60_000;
/** Time from which each account can request another code (ms), for the error message. */
const resendTimes = new Map<string, number>();

export const countSecondsUntil = (at: number, now: number): number =>
  Math.max(0, Math.ceil((at - now) / 1000));

/** Adds the remaining seconds to the message of a refused request, if this page knows them. */
export function addWaitTime(error: unknown, againAt: number | undefined, now: number): unknown {
  if (!(error instanceof ApiError) || error.code !== MINUTE_LIMIT || againAt === undefined) return error;
  const seconds = countSecondsUntil(againAt, now);
  if (seconds === 0) return error;
  const message = `A code was sent less than 1 min ago. Try again in ${seconds} s.`;
  return new ApiError(error.status, { code: error.code, message });
}

async function requestCode(purpose: 'sign-up' | 'reset', account: string): Promise<CodeFlow> {
  const known = resendTimes.get(account);
  try {
    const { flowId } = await call('codeRequest', { body: { purpose, account } });
    const resendAt = Date.now() + MINUTE_MS;
    resendTimes.set(account, resendAt);
    return { flowId, account, resendAt };
  } catch (error) {
    throw addWaitTime(error, known, Date.now());
  }
}

/** Returns the state of a code request, with functions that send a code and return to the first step. */
export function useCodeFlow(purpose: 'sign-up' | 'reset') {
  const [flow, setFlow] = useState<CodeFlow>();
  return {
    flow,
    send: async (account: string) => setFlow(await requestCode(purpose, account)),
    back: () => setFlow(undefined),
  };
}
