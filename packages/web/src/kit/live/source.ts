import { createSseParser } from './sse.ts';

const EVENTS = ['heartbeat', 'reset', 'ended', 'change'] as const;

export interface SourceHandlers {
  /** `resumed`: what was missed since the last event follows by itself. */
  readonly onOpen: (resumed: boolean) => void;
  readonly onEvent: (name: string, data: string) => void;
  readonly onLost: () => void;
}

/** One connection, until it is lost or closed; the caller opens the next. */
export type OpenSource = (url: string, handlers: SourceHandlers) => () => void;

/** The browser's own reader; its session travels in the cookie. */
export const openByCookie: OpenSource = (url, handlers) => {
  const source = new EventSource(url);
  source.addEventListener('open', () => handlers.onOpen(false));
  source.addEventListener('error', handlers.onLost);
  for (const name of EVENTS)
    source.addEventListener(name, ({ data }: MessageEvent<string>) => handlers.onEvent(name, data));
  return () => source.close();
};

/** The same with a bearer token, which EventSource cannot send; a new connection goes on after the last event. */
export function openByBearer(token: string): OpenSource {
  let lastId: string | undefined;
  return (url, handlers) => {
    const abort = new AbortController();
    const parse = createSseParser(({ name, data, id }) => {
      lastId = id ?? lastId;
      handlers.onEvent(name, data);
    });
    const resumed = lastId !== undefined;
    const read = async () => {
      const answer = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        },
        credentials: 'omit',
        cache: 'no-store',
        signal: abort.signal,
      });
      if (!answer.ok || !answer.body) throw new Error('The stream was refused.');
      handlers.onOpen(resumed);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) parse(piece.value);
      throw new Error('The stream has ended.');
    };
    read().catch(() => {
      if (!abort.signal.aborted) handlers.onLost();
    });
    return () => abort.abort();
  };
}
