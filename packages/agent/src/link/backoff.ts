import type { LinkEffect } from './state.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** Doubles from one second to one minute; the wait is somewhere in its upper half, so that a fleet does not return at once. */
export function retryAfter(failures: number): LinkEffect {
  const maxMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  return { type: 'wait', timer: 'retry', minMs: maxMs / 2, maxMs };
}
