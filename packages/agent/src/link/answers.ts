import { deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { onCertificate, onNoCertificate } from './certificate.ts';
import { onConfigAnswer } from './config-intake.ts';
import { onRenewed } from './renewal.ts';
import { chain, type LinkState, step, type Step } from './state.ts';
import { onTime } from './cloud-time.ts';

/** Reads an answer. One that was not asked for on this connection is not heard. */
export function onAnswer(state: LinkState, topic: string, payload: unknown, now: number): Step {
  const id = state.saved.credential?.id ?? '';
  const question = state.asked.find(({ requestId }) => topics.downResponse(id, requestId) === topic);
  if (!question) return step(state);
  const heard = { ...state, asked: state.asked.filter((other) => other !== question) };
  const parsed = deviceAnswer.safeParse(payload);
  const text = parsed.data?.kind === 'refused' ? parsed.data.message : 'an answer could not be read';
  if (parsed.data?.kind !== question.kind) {
    const told = step(heard, { type: 'log', level: 'warn', text: `asked for ${question.kind}: ${text}` });
    if (question.kind === 'download')
      return chain(told, (next) => step(next, { type: 'answered', file: undefined, reason: text }));
    return question.kind === 'certificate' ? chain(told, onNoCertificate) : told;
  }
  switch (parsed.data.kind) {
    case 'time':
      return onTime(heard, parsed.data.now, now);
    case 'config':
      return onConfigAnswer(heard, parsed.data.desired, now);
    case 'credential':
      return onRenewed(heard, parsed.data, now);
    case 'certificate':
      return onCertificate(heard, parsed.data, now);
    case 'download': {
      const { sha256, sizeBytes, url } = parsed.data;
      return step(heard, { type: 'answered', file: { sha256, sizeBytes, url }, reason: '' });
    }
  }
}
