import { createStep, type LinkEffect, type LinkState, type Step } from './state.ts';

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/**
 * Computes the reconnect delay, which doubles from 1 s to 1 min. It is random within its upper half, so that
 * many devices do not reconnect at the same time.
 */
export function createRetryTimer(failures: number): LinkEffect {
  const maxMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(failures, 16));
  return { type: 'wait', timer: 'retry', minMs: maxMs / 2, maxMs };
}

/** Lets a device that waits for its next attempt to connect forget its failures, and connect soon. */
export const retrySoon = (state: LinkState): Step =>
  state.phase === 'waiting' ? createStep({ ...state, failures: 0 }, createRetryTimer(0)) : createStep(state);
