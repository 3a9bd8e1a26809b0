import type { BrokerPlace } from '@northlight/contract/device-protocol';
import { credentialInUse } from './renewal.ts';
import { type LinkState, step, type Step } from './state.ts';

/** After so many failures in a row one attempt goes to the first address: the broker may be gone for good. */
const FAILURES_BEFORE_FIRST_ADDRESS = 3;

/** The broker for the next attempt; undefined: the address at which the device says hello. */
export function brokerInUse(state: LinkState): BrokerPlace | undefined {
  const broker = state.as === 'device' ? credentialInUse(state)?.broker : undefined;
  const doubted = state.failures > 0 && state.failures % FAILURES_BEFORE_FIRST_ADDRESS === 0;
  return doubted ? undefined : broker;
}

/** Accepted at the first address: there is no broker in front any more. */
export function withoutBroker(state: LinkState): Step {
  const { credential, ...saved } = state.saved;
  if (!credential?.broker) return step(state);
  const { broker: _gone, ...kept } = credential;
  return step({ ...state, saved: { ...saved, credential: kept } }, { type: 'save' });
}
