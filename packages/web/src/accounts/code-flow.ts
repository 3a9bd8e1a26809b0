import { useState } from 'react';
import { ApiError } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';

export interface CodeFlow {
  readonly flowId: string;
  readonly account: string;
  /** From when on another code may be asked for. */
  readonly againAt: number;
}

const MINUTE_LIMIT = 53;
const MINUTE_MS = 60_000;
/** When a code was last sent to an account, so that a refusal can say how long to wait. */
const sent = new Map<string, number>();

export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000));

/** The sentence of a refused request, with the seconds that are left where this page knows them. */
export function withWait(error: unknown, againAt: number | undefined, now: number): unknown {
  if (!(error instanceof ApiError) || error.code !== MINUTE_LIMIT || againAt === undefined) return error;
  const seconds = secondsUntil(againAt, now);
  if (seconds === 0) return error;
  const message = `${error.message} Ask again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new ApiError(error.status, { code: error.code, message });
}

async function requestCode(purpose: 'sign-up' | 'reset', account: string): Promise<CodeFlow> {
  const known = sent.get(account);
  try {
    const { flowId } = await call('codeRequest', { body: { purpose, account } });
    const againAt = Date.now() + MINUTE_MS;
    sent.set(account, againAt);
    return { flowId, account, againAt };
  } catch (error) {
    throw withWait(error, known, Date.now());
  }
}

/** A code that was sent to an account, and the ways to another one. */
export function useCodeFlow(purpose: 'sign-up' | 'reset') {
  const [flow, setFlow] = useState<CodeFlow>();
  return {
    flow,
    send: async (account: string) => setFlow(await requestCode(purpose, account)),
    back: () => setFlow(undefined),
  };
}
