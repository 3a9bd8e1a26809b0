import { type DeviceRequest, topics } from '@northlight/contract/device-protocol';
import { type LinkState, createStep, type Step } from './state.ts';

/**
 * Sends a request to the cloud. Its id contains the saved connection count `bd`, so that ids are never
 * reused.
 */
export function sendRequest(state: LinkState, request: DeviceRequest): Step {
  const { bd, credential } = state.saved;
  const requestId = `${bd}-${state.requestCount + 1}`;
  const openRequests = [...state.openRequests, { requestId, kind: request.kind }];
  return createStep(
    { ...state, openRequests, requestCount: state.requestCount + 1 },
    { type: 'publish', topic: topics.upRequest(credential?.id ?? '', requestId), message: request },
  );
}
