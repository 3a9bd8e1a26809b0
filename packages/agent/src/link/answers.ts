import { deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { onCertificate, onNoCertificate } from './certificate.ts';
import { onConfigAnswer } from './config-intake.ts';
import { onRenewed } from './renewal.ts';
import { chain, type LinkState, step, type Step } from './state.ts';
import { onTime } from './cloud-time.ts';

/** Handles the answer to a request of this connection; ignores every other answer. */
export function onAnswer(state: LinkState, topic: string, payload: unknown, now: number): Step {
  const id = state.saved.credential?.id ?? '';
  const request = state.openRequests.find(({ requestId }) => topics.downResponse(id, requestId) === topic);
  if (!request) return step(state);
  const answered = { ...state, openRequests: state.openRequests.filter((other) => other !== request) };
  const parsed = deviceAnswer.safeParse(payload);
  const reason = parsed.data?.kind === 'refused' ? parsed.data.message : 'the answer could not be read';
  if (parsed.data?.kind !== request.kind) {
    const text = `the request for ${request.kind} failed: ${reason}`;
    const logged = step(answered, { type: 'log', level: 'warn', text });
    if (request.kind === 'download')
      return chain(logged, (next) => step(next, { type: 'softwareOffered', file: undefined, reason }));
    return request.kind === 'certificate' ? chain(logged, onNoCertificate) : logged;
  }
  switch (parsed.data.kind) {
    case 'time':
      return onTime(answered, parsed.data.now, now);
    case 'config':
      return onConfigAnswer(answered, parsed.data.desired, now);
    case 'credential':
      return onRenewed(answered, parsed.data, now);
    case 'certificate':
      return onCertificate(answered, parsed.data, now);
    case 'download': {
      const { sha256, sizeBytes, url } = parsed.data;
      return step(answered, { type: 'softwareOffered', file: { sha256, sizeBytes, url }, reason: '' });
    }
  }
}
