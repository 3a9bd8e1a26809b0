import { type DeviceRequest, topics } from '@northlight/contract/device-protocol';
import { type LinkState, createStep, type OpenRequest, type Step } from './state.ts';

const createOpenRequest = (requestId: string, request: DeviceRequest): OpenRequest => ({
  requestId,
  kind: request.kind,
  ...('purpose' in request &&
    (request.purpose === 'backup' || request.purpose === 'snapshot') && { purpose: request.purpose }),
});

/**
 * Sends a request to the cloud. Its id contains the saved connection count `bd`, so that ids are never
 * reused.
 */
export function sendRequest(state: LinkState, request: DeviceRequest): Step {
  const { bd, credential } = state.saved;
  const requestId = `${bd}-${state.requestCount + 1}`;
  const openRequests = [...state.openRequests, createOpenRequest(requestId, request)];
  return createStep(
    { ...state, openRequests, requestCount: state.requestCount + 1 },
    { type: 'publish', topic: topics.upRequest(credential?.id ?? '', requestId), message: request },
  );
}
