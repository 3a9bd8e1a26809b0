import { type LinkState, step, type Step } from './state.ts';

/** Connects anew, for a birth that tells what has changed; a device that is not connected tells it when it is. */
export function rejoin(state: LinkState): Step {
  if (state.as !== 'device' || (state.phase !== 'online' && state.phase !== 'joining')) return step(state);
  return step(
    { ...state, phase: 'waiting' },
    { type: 'offline' },
    { type: 'end' },
    { type: 'wait', timer: 'retry', minMs: 0, maxMs: 0 },
  );
}
