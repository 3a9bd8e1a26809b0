import { type DeviceRequest, topics } from '@northlight/contract/device-protocol';
import { type LinkState, step, type Step } from './state.ts';

/** Asks the cloud something. The count of connections is kept, so an id is never used twice. */
export function ask(state: LinkState, request: DeviceRequest): Step {
  const { bd, credential } = state.saved;
  const requestId = `${bd}-${state.questions + 1}`;
  const asked = [...state.asked, { requestId, kind: request.kind }];
  return step(
    { ...state, asked, questions: state.questions + 1 },
    { type: 'publish', topic: topics.upRequest(credential?.id ?? '', requestId), message: request },
  );
}
