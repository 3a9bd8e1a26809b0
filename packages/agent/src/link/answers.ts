import { deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { handleCertificate, handleNoCertificate } from './certificate.ts';
import { handleConfigAnswer } from './config-intake.ts';
import { handleRenewed } from './renewal.ts';
import {
  type FileRequest,
  chainStep,
  type LinkState,
  createStep,
  type OfferedFile,
  type Step,
} from './state.ts';
import { handleTime } from './cloud-time.ts';

/** Handles an answer to a request of this connection; ignores answers to other requests. */
export function handleAnswer(state: LinkState, topic: string, payload: unknown, now: number): Step {
  const id = state.saved.credential?.id ?? '';
  const request = state.openRequests.find(({ requestId }) => topics.downResponse(id, requestId) === topic);
  if (!request) return createStep(state);
  const answered = { ...state, openRequests: state.openRequests.filter((other) => other !== request) };
  const parsed = deviceAnswer.safeParse(payload);
  const reason = parsed.data?.kind === 'refused' ? parsed.data.message : 'the answer could not be read';
  if (parsed.data?.kind !== request.kind) {
    const text = `the request for ${request.kind} failed: ${reason}`;
    const logged = createStep(answered, { type: 'log', level: 'warn', text });
    if (request.purpose && (request.kind === 'download' || request.kind === 'upload'))
      return offerFile(logged, { kind: request.kind, purpose: request.purpose }, { reason });
    if (request.kind === 'download')
      return chainStep(logged, (next) =>
        createStep(next, { type: 'softwareOffered', file: undefined, reason }),
      );
    return request.kind === 'certificate' ? chainStep(logged, handleNoCertificate) : logged;
  }
  switch (parsed.data.kind) {
    case 'time':
      return handleTime(answered, parsed.data.now, now);
    case 'config':
      return handleConfigAnswer(answered, parsed.data.desired, now);
    case 'credential':
      return handleRenewed(answered, parsed.data, now);
    case 'certificate':
      return handleCertificate(answered, parsed.data, now);
    case 'upload':
      return offerFile(
        createStep(answered),
        { kind: 'upload', purpose: request.purpose ?? 'backup' },
        { url: parsed.data.url },
      );
    case 'download': {
      const { sha256, sizeBytes, url } = parsed.data;
      if (request.purpose)
        return offerFile(
          createStep(answered),
          { kind: 'download', purpose: request.purpose },
          { url, file: { sha256, sizeBytes, url } },
        );
      return createStep(answered, { type: 'softwareOffered', file: { sha256, sizeBytes, url }, reason: '' });
    }
  }
}

const offerFile = (
  before: Step,
  use: Pick<FileRequest, 'kind' | 'purpose'>,
  {
    file,
    reason = '',
    url,
  }: { readonly file?: OfferedFile; readonly reason?: string; readonly url?: string },
): Step => chainStep(before, (next) => createStep(next, { type: 'fileOffered', ...use, url, file, reason }));
